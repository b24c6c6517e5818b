# SPDX-License-Identifier: MIT
"""Files of at most 500 lines (300 is worth a question), functions of at most 70, 100 columns."""

import re

from tree import CODE, CPP, Finding, line_of

NAME = "lengths"

FILE_WARN, FILE_MAX = 300, 500
FUNCTION_MAX = 70
COLUMNS_MAX = 100

# What stands before a brace that opens no function: a type or a namespace; then an initialiser.
SCOPE = re.compile(r"^\s*(?:inline\s+)?(?:namespace|extern|enum|class|struct|union)\b")
INITIALISER = re.compile(r"[\w>]$|[=,({]\s*$|\breturn\s*$")


def check(tree):
    for path, text in tree.texts.items():
        if not path.endswith(CODE) and path != "tidemark":
            continue
        lines = text.splitlines()
        if len(lines) > FILE_MAX:
            yield Finding(path, 0, f"{len(lines)} lines; split it at {FILE_MAX}")
        elif len(lines) > FILE_WARN:
            yield Finding(path, 0, f"{len(lines)} lines; is it one concept?", warning=True)
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS_MAX:
                yield Finding(path, number, f"{len(line)} columns; at most {COLUMNS_MAX}")
        if path.endswith(CPP):
            yield from long_functions(path, tree.code[path])


def long_functions(path, code):
    """Outermost bodies that follow a parameter list: lambdas count towards what holds them."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()),
                  code, flags=re.MULTILINE)
    open_braces, body_depth, body_begin, head = [], None, 0, 0
    for match in re.finditer(r"[{};]", code):
        mark = match.group()
        if mark == "{":
            before = code[head : match.start()]
            initialiser = bool(INITIALISER.search(before))
            body = ")" in before and not initialiser and not SCOPE.search(before)
            if body_depth is None and body:
                body_depth, body_begin = len(open_braces), match.start()
            open_braces.append(initialiser)
            if initialiser:
                continue  # what came before it still belongs to the next brace
        elif mark == "}" and open_braces:
            if open_braces.pop():
                continue
            if body_depth == len(open_braces):
                lines = code.count("\n", body_begin, match.start()) + 1
                body_depth = None
                if lines > FUNCTION_MAX:
                    message = f"a function of {lines} lines; at most {FUNCTION_MAX}"
                    yield Finding(path, line_of(code, body_begin), message)
        head = match.end()


STATEMENTS = "  step();\n"
GOOD = {
    "a.cpp": "namespace a {\n" + f"void f() {{\n{STATEMENTS * 60}}}\n" * 3 + "}\n",
    "b.hpp": "struct A {\n" + "  int a{};  // {\n" * 100 + "};\n",
}
BAD = (
    {"a.cpp": f"namespace a {{\nvoid f(int b) {{\n{STATEMENTS * 80}}}\n}}\n"},
    {"a.cpp": "struct A {\n  A() : b_{1} {\n" + STATEMENTS * 80 + "  }\n  int b_;\n};\n"},
    {"a.cpp": "int a;\n" * (FILE_MAX + 1)},
    {"a.py": "a = 1  # " + "x" * COLUMNS_MAX + "\n"},
)
