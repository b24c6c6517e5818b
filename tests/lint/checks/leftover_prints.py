# SPDX-License-Identifier: MIT
"""Only the command line and the reports write to the user; a print elsewhere was left behind."""

import re

from tree import Finding, line_of, room_of

NAME = "leftover_prints"

ROOMS = ("core", "models", "sim", "scenarios")
# The last one does not call these functions: it defines them, for the world.
OUTPUT = ("sim/cli/", "sim/report/", "core/programs/", "sim/intercept/")
PRINT = re.compile(
    r"\bstd::(?:cout|cerr|clog)\b|\bfmt::print\b"
    r"|(?<![\w.>:])(?:std::)?v?f?printf\s*\(|\bf?puts\s*\("
)


def check(tree):
    for path, code in tree.code.items():
        if room_of(path) in ROOMS and not path.startswith(OUTPUT):
            for match in PRINT.finditer(code):
                message = f"a print: {match[0].strip('( ')}"
                yield Finding(path, line_of(code, match.start()), message)


GOOD = {
    "sim/kernel/a.cpp": 'std::snprintf(text, 8, "x"); // printf("x")\n',
    "sim/cli/main.cpp": 'fmt::print(stderr, "x");\n',
}
BAD = (
    {"core/a.cpp": 'std::cout << "x";\n'},
    {"sim/kernel/a.cpp": 'printf("x");\n'},
    {"sim/kernel/a.cpp": 'std::fprintf(stderr, "x");\n'},
    {"models/a.cpp": 'fmt::print("x");\n'},
)
