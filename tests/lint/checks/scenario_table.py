# SPDX-License-Identifier: MIT
"""A scenario file that is missing from the table or the build is never explored, unnoticed."""

import re
from pathlib import PurePosixPath

from tree import Finding

NAME = "scenario_table"

TABLE, BUILD = "scenarios/table.cpp", "scenarios/meson.build"
NOT_FAMILIES = ("mutants", "regressions")


def check(tree):
    for path in tree.cpp:
        parts = PurePosixPath(path).parts
        if len(parts) < 3 or parts[0] != "scenarios" or parts[1] in NOT_FAMILIES:
            continue
        if not path.endswith(".cpp"):
            continue
        situation = PurePosixPath(path).stem
        if f"{parts[1]}/{situation}" not in tree.texts.get(TABLE, "") + tree.texts[path]:
            yield Finding(path, 0, f"no entry is named '{parts[1]}/{situation}'")
        if not re.search(rf"\b{situation}\b", tree.code.get(TABLE, "")):
            yield Finding(path, 0, f"{TABLE} does not mention {situation}")
        if f"{situation}.cpp" not in tree.texts.get(BUILD, ""):
            yield Finding(path, 0, f"{BUILD} does not compile it")


SAMPLE = {
    "scenarios/publisher/a.cpp": "void a(World&) {}\n",
    "scenarios/publisher/parts.hpp": "struct Parts;\n",
    TABLE: 'const Scenario entries[] = {{.name = "publisher/a", .body = a}};\n',
    BUILD: "files('publisher/a.cpp')\n",
}
GOOD = SAMPLE
BAD = (
    {**SAMPLE, TABLE: "const Scenario entries[] = {};\n"},
    {**SAMPLE, TABLE: 'const Scenario entries[] = {};  // "publisher/a"\n'},
    {**SAMPLE, BUILD: "files()\n"},
)
