# SPDX-License-Identifier: MIT
"""What takes part in an execution walks no unordered container: that order is not a choice."""

import re

from tree import Finding, line_of, room_of

NAME = "unordered_iteration"

ROOMS = ("sim", "models", "scenarios")
DECLARED = re.compile(r"\bunordered_(?:multi)?(?:map|set)\s*<[^;{}()]*>\s*&?\s*(\w+)\s*[;{=,)]")


def check(tree):
    for path, code in tree.code.items():
        if room_of(path) not in ROOMS:
            continue
        stem = path.rsplit(".", 1)[0]
        both = code + tree.code.get(stem + ".hpp", "")
        for name in sorted(set(DECLARED.findall(both))):
            walked = rf"for\s*\([^;()]*:\s*(?:this->)?{name}\s*\)|\b{name}\s*\.\s*c?begin\s*\("
            for match in re.finditer(walked, code):
                message = f"walks the unordered '{name}': its order differs between runs"
                yield Finding(path, line_of(code, match.start()), message)


GOOD = {
    "sim/a.cpp": "std::unordered_map<int, int> a;\nstd::map<int, int> b;\nfor (auto& x : b) f(x);"
}
BAD = (
    {"sim/a.cpp": "std::unordered_map<int, std::vector<int>> a;\nfor (auto& [k, v] : a) f(k);"},
    {
        "sim/a.hpp": "struct A { std::unordered_set<int> seen_; };",
        "sim/a.cpp": "void A::f() { for (const int x : seen_) g(x); }",
    },
    {"models/a.cpp": "std::unordered_set<int> a = b();\nauto it = a.begin();"},
)
