# SPDX-License-Identifier: MIT
"""Every number of docs/spec is checked by something that exists, and nothing else is cited.

docs/invariants.md maps numbers to tests, properties, mutants, lint checks and suites, by name.
"""

import re

from tree import Finding, line_of, room_of

NAME = "invariants"

TABLE = "docs/invariants.md"
SPEC = "docs/spec/"
NOT_YET = "## Not yet"

INVARIANT = r"[A-Z]-\d{1,2}"
BUG = r"[BVS]\d{1,2}"
DEFINED = re.compile(rf"^- \*\*({INVARIANT}|{BUG})\*\*", re.MULTILINE)
ROW = re.compile(rf"^\| ({INVARIANT}|{BUG}) \|(.*)$", re.MULTILINE)
RANGE = re.compile(r"([A-Z])-(\d+)(?: … \1-(\d+))?")

# In comments: a number where only one can be meant. Ranges cite their ends.
CITED = re.compile(rf"(?<![\w`-])(?:({INVARIANT})|({BUG})[ab]?)(?![\w-])")
CITED_SECTION = re.compile(r"docs/spec,? (?:(\d\.\d+)|(section \d)|(glossary))")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|^[+\- ]?#[^\n]*", re.DOTALL | re.MULTILINE)
ROOMS = ("core", "models", "sim", "scenarios", "tests")

TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", re.MULTILINE)
SUITE = re.compile(r"^\s*(?:test\('|Suite\(\")(\w+)", re.MULTILINE)
SCENARIOS = re.compile(r'#include "tidemark/(scenarios/[^"]+\.hpp)"')


def check(tree):
    spec = {path: text for path, text in tree.texts.items() if path.startswith(SPEC)}
    table = tree.texts.get(TABLE, "")
    built, _, later = table.partition(NOT_YET)
    defined = {number for text in spec.values() for number in DEFINED.findall(text)}
    yield from rows(tree, table, built, defined)
    later = {
        f"{letter}-{number}"
        for letter, first, last in RANGE.findall(later)
        for number in range(int(first), int(last or first) + 1)
    }
    for number in sorted(later & defined):
        yield Finding(TABLE, 0, f"{number} is not to come: {SPEC} has its text")
    for path, text in spec.items():
        for match in DEFINED.finditer(text):
            if not re.search(rf"^\| {match[1]} \|", built, re.MULTILINE):
                yield Finding(path, line_of(text, match.start()), f"{TABLE} lacks {match[1]}")
    yield from citations(tree, defined, set("".join(spec.values()).splitlines()))


def rows(tree, table, built, defined):
    seen = set()
    known = names(tree)
    for match in ROW.finditer(built):
        number, cells = match.groups()
        line = line_of(table, match.start())
        if number not in defined:
            yield Finding(TABLE, line, f"{number} has no text in {SPEC}")
        if number in seen:
            yield Finding(TABLE, line, f"{number} has two rows")
        seen.add(number)
        references = re.findall(r"`([^`]+)`", cells)
        if not references:
            yield Finding(TABLE, line, f"{number} is checked by nothing")
        for reference in references:
            if reference not in known:
                yield Finding(TABLE, line, f"{number}: there is no `{reference}`")


def names(tree):
    """All that a row may name, as it is written there."""
    known = set()
    for path, text in tree.texts.items():
        if path.startswith("tests/") and path.endswith(".cpp"):
            known.update(f"{suite}.{test}" for suite, test in TEST.findall(text))
        elif path.startswith("tests/") and path.endswith(("meson.build", "suites.py")):
            known.update(f"suite {name}" for name in SUITE.findall(text))
        elif path.startswith("tests/lint/checks/"):
            known.add(f"lint {path.rsplit('/', 1)[1].removesuffix('.py')}")
        elif path.startswith("scenarios/mutants/") and path.endswith(".patch"):
            known.add(f"mutant {path.rsplit('/', 1)[1].removesuffix('.patch')}")
        elif path.startswith("scenarios/") and path.endswith(".cpp"):
            scenario = path.removeprefix("scenarios/").removesuffix(".cpp")
            included = (tree.texts.get(header, "") for header in SCENARIOS.findall(text))
            for words in (text, *included):
                known.update(f"{scenario}: {word}" for word in re.findall(r'"(\w+)"', words))
    return known


def citations(tree, defined, lines):
    for path, text in tree.texts.items():
        if room_of(path) not in ROOMS or not path.endswith((".cpp", ".hpp", ".patch")):
            continue
        for comment in COMMENT.finditer(text):
            for match in CITED.finditer(comment[0]):
                number = match[1] or match[2]
                if number not in defined:
                    line = line_of(text, comment.start() + match.start())
                    yield Finding(path, line, f"{SPEC} has no text of {number}")
            for match in CITED_SECTION.finditer(comment[0]):
                section = next(filter(None, match.groups()))
                if f"## {section}" not in lines:
                    line = line_of(text, comment.start() + match.start())
                    yield Finding(path, line, f"{SPEC} has no section '{section}'")


SAMPLE = {
    "docs/spec/a.md": "## 2.1\n\n- **T-1** Holds.\n- **B7** Broke.\n",
    TABLE: (
        "| T-1 | `Frontier.Holds`, `a/b: no_skip`, `suite core`, `lint a` |\n"
        "| B7 | `mutant m` |\n## Not yet\n| 5 | N-1, W-1 … W-3 |\n"
    ),
    "core/a.hpp": "/// Source: docs/spec 2.1, T-1; the bug B7. UTF-8, x86-64.\nint a = B9;\n",
    "tests/a_test.cpp": "TEST(Frontier, Holds) {  // T-1\n",
    "tests/meson.build": "test('core', core)\n",
    "tests/lint/checks/a.py": "",
    "scenarios/a/b.cpp": '#include "tidemark/scenarios/promises.hpp"\n',
    "scenarios/promises.hpp": 'world.always("no_skip", [] {});\n',
    "scenarios/mutants/m.patch": "# wrong: it breaks (B7)\n",
}
GOOD = SAMPLE
BAD = (
    {**SAMPLE, "docs/spec/a.md": SAMPLE["docs/spec/a.md"] + "- **T-2** Lacks a row.\n"},
    {**SAMPLE, "docs/spec/a.md": SAMPLE["docs/spec/a.md"] + "- **W-2** Is to come.\n"},
    {**SAMPLE, TABLE: SAMPLE[TABLE].replace("`mutant m`", "")},
    {**SAMPLE, TABLE: SAMPLE[TABLE].replace("B7", "B8")},
    {**SAMPLE, TABLE: "| T-1 | `lint a` |\n" + SAMPLE[TABLE]},
    {**SAMPLE, "tests/a_test.cpp": "TEST(Frontier, HoldsNot) {\n"},
    {**SAMPLE, "tests/meson.build": ""},
    {**SAMPLE, "scenarios/promises.hpp": ""},
    {path: text for path, text in SAMPLE.items() if not path.endswith(".patch")},
    {**SAMPLE, "core/a.hpp": "/// Source: docs/spec 2.2\n"},
    {**SAMPLE, "core/a.hpp": "// See T-9.\n"},
    {**SAMPLE, "core/a.hpp": "// The bug (B9).\n"},
    {**SAMPLE, "scenarios/mutants/m.patch": "# wrong: it breaks (B9)\n"},
)
