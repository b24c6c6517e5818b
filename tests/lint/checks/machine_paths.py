# SPDX-License-Identifier: MIT
"""Nothing in the repository knows the machine on which it was written."""

import re

from tree import Finding, line_of

NAME = "machine_paths"

# A home directory or a top-level folder that no distribution has.
PATH = re.compile(r"(?<![\w./\-])/(?:root|home/\w+|Users/\w+|workspace|work)\b[\w./-]*")


def check(tree):
    for path, text in tree.texts.items():
        if path == "tests/lint/checks/machine_paths.py":
            continue
        for match in PATH.finditer(text):
            message = f"a path of a machine: {match[0]}"
            yield Finding(path, line_of(text, match.start()), message)


GOOD = {"a.py": 'open("/proc/self/maps"), "/usr/include", "tests/home/x", "a/home/b"\n'}
BAD = (
    {"a.cpp": '"/home/someone/tidemark"\n'},
    {"a.md": "see /root/x\n"},
    {"a.sh": "cd /workspace/main\n"},
)
