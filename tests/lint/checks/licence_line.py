# SPDX-License-Identifier: MIT
"""Every source file names its licence on its first line, or on the second after `#!`."""

from tree import CODE, Finding

NAME = "licence_line"

MARK = "SPDX-License-Identifier: MIT"
ALSO = ("tidemark", ".ci/run", "meson_options.txt", ".clang-format", ".clang-tidy")


def check(tree):
    for path, text in tree.texts.items():
        if not path.endswith(CODE) and path not in ALSO:
            continue
        lines = text.splitlines()[:2]
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        if not lines or MARK not in lines[0]:
            yield Finding(path, 1, f"the first line is not '{MARK}'")


GOOD = {
    "a.cpp": f"// {MARK}\nint a;\n",
    "a.py": f"#!/usr/bin/env python3\n# {MARK}\n",
    "README.md": "prose\n",
}
BAD = ({"a.cpp": "int a;\n"}, {"a.sh": "#!/bin/sh\nset -e\n"}, {"core/meson.build": ""})
