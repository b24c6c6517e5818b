# SPDX-License-Identifier: MIT
"""Macros in core are attributes and TIDEMARK_CHECK; no other conditional compilation."""

import re

from tree import Finding, line_of, room_of

NAME = "core_macros"

HOMES = ("core/check.hpp", "core/thread_annotations.hpp")
DIRECTIVE = re.compile(
    r"^[ \t]*#[ \t]*(define|undef|if|ifdef|ifndef|elif)\b[ \t]*(\w*)", re.MULTILINE
)


def check(tree):
    for path, code in tree.code.items():
        if room_of(path) != "core":
            continue
        for match in DIRECTIVE.finditer(code):
            directive, name = match.groups()
            line = line_of(code, match.start())
            if path not in HOMES:
                homes = " and ".join(HOMES)
                yield Finding(path, line, f"#{directive} {name}: macros live in {homes}")
            elif directive == "define" and not name.startswith("TIDEMARK_"):
                yield Finding(path, line, f"{name} does not begin with TIDEMARK_")


GOOD = {
    "core/check.hpp": "#define TIDEMARK_CHECK(c) f(c)\n",
    "core/a.hpp": "#pragma once\n// #define A\n",
    "sim/a.hpp": "#define A\n",
}
BAD = (
    {"core/a.hpp": "#define TIDEMARK_A 1\n"},
    {"core/a.cpp": "#ifdef SIMULATED\n#endif\n"},
    {"core/check.hpp": "#define CHECK(c)\n"},
)
