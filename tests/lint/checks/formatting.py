# SPDX-License-Identifier: MIT
"""clang-format has nothing to change. `tests/lint/lint.py --fix` lets it."""

import re
import shutil
import subprocess

from tree import Finding

NAME = "formatting"

TOOL = "clang-format-19"  # one version: they differ in details


def run(root, flags, paths):
    return subprocess.run([TOOL, *flags, *paths], cwd=root, capture_output=True, text=True)


def check(tree):
    if shutil.which(TOOL) is None:
        yield Finding(".clang-format", 0, f"{TOOL} is not installed")
        return
    result = run(tree.root, ["--dry-run", "-Werror"], sorted(tree.cpp))
    places = {}
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: error: ", result.stderr, re.MULTILINE):
        places.setdefault(path, []).append(int(line))
    for path, lines in places.items():
        yield Finding(path, lines[0], f"clang-format would change {len(lines)} places")
    if result.returncode != 0 and not places:
        yield Finding(".clang-format", 0, result.stderr.strip())


def fix(tree):
    run(tree.root, ["-i"], sorted(tree.cpp))


def self_test():
    def complaints(text):
        command = [TOOL, "--dry-run", "-Werror", "--style=Google"]
        return subprocess.run(command, input=text, capture_output=True, text=True).returncode

    if complaints("int a;\n") != 0:
        yield "a file in style was reported"
    if complaints("int   a ;\n") == 0:
        yield "a file out of style was not noticed"
