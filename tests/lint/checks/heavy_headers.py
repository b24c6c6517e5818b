# SPDX-License-Identifier: MIT
"""RapidCheck, GoogleTest, Boost.Context, CLI11 and JSON appear in .cpp files only.

A translation unit that sees RapidCheck costs 11 to 29 seconds: a header would hand that on.
"""

import re

from tree import Finding, line_of

NAME = "heavy_headers"

HEAVY = re.compile(
    r"^[ \t]*#[ \t]*include[ \t]*"
    r"<((?:rapidcheck|gtest|gmock|boost|CLI|nlohmann|benchmark)/?[^>]*)>",
    re.MULTILINE,
)


def check(tree):
    for path, text in tree.cpp.items():
        if path.endswith((".hpp", ".h")):
            for match in HEAVY.finditer(text):
                yield Finding(path, line_of(text, match.start()), f"<{match[1]}> in a header")


GOOD = {"a.cpp": "#include <gtest/gtest.h>\n", "a.hpp": "#include <vector>\n"}
BAD = (
    {"a.hpp": "#include <rapidcheck.h>\n"},
    {"a.hpp": "#include <gtest/gtest.h>\n"},
    {"a.hpp": "#include <boost/context/detail/fcontext.hpp>\n"},
)
