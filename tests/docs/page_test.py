#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does what a page says, in an empty folder, and compares what comes with what the page shows.

A `cpp` block is the file that the paragraph before it names last (`name.hpp`:). In a `console`
block a line that begins with `$ ` is a command, and what follows is its output, of both kinds.
There `[…]` stands for any text, over lines where it has one for itself, and `…` for some text
within a line.

Usage: page_test.py --program PROGRAM PAGE…. The last line is "N passed, N failed".
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w./]+)`:\s*\Z")
ANY_LINES, ANY_TEXT = "[…]", "…"


class Wrong(Exception):
    """The page and the world differ; the message says how."""


@dataclass
class Step:
    """A file to write, or a command with the output that the page shows."""

    line: int
    file: str = ""
    command: str = ""
    text: list = field(default_factory=list)


def steps_of(page):
    steps = []
    for block in BLOCK.finditer(page):
        language, text = block.groups()
        line = page.count("\n", 0, block.start()) + 1
        if language == "cpp":
            named = NAMED.search(page[: block.start()])
            if not named:
                raise Wrong(f"line {line}: nothing says which file this is")
            steps.append(Step(line, file=named[1], text=text.splitlines()))
        if language == "console":
            for number, each in enumerate(text.splitlines(), line + 1):
                if each.startswith("$ "):
                    steps.append(Step(number, command=each[2:]))
                elif not steps or not steps[-1].command:
                    raise Wrong(f"line {number}: output before any command")
                else:
                    steps[-1].text.append(each)
    return steps


def pattern_of(lines):
    parts = []
    for line in lines:
        if line.strip() == ANY_LINES:
            parts.append(r"(?:.*\n)*?")
            continue
        text = re.escape(line.rstrip()).replace(re.escape(ANY_LINES), r".*")
        parts.append(text.replace(re.escape(ANY_TEXT), r".+") + r"[ ]*\n")
    return re.compile("".join(parts))


class Reader:
    """Somebody who follows a page word by word."""

    def __init__(self, program, folder):
        self.folder = Path(folder) / "own"
        self.folder.mkdir()
        commands = Path(folder) / "bin"
        commands.mkdir()
        (commands / "tidemark").symlink_to(program)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("TIDEMARK_") and name != "LD_LIBRARY_PATH"}
        self.environment = {**kept, "PATH": f"{commands}:{kept['PATH']}",
                            "TIDEMARK_COMMAND": "tidemark"}  # as the launcher sets it
        self.code = 0

    def follow(self, step):
        if step.file:
            (self.folder / step.file).write_text("\n".join(step.text) + "\n")
            return
        done = subprocess.run(["bash", "-c", f"(exit {self.code})\n{step.command}"], text=True,
                              cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                              check=False)
        self.code = done.returncode
        # A pipe's code is that of its last command, as in a shell; a failure that the page does not
        # show has no place in it.
        if not pattern_of(step.text).fullmatch(done.stdout):
            shown = "\n".join(step.text)
            raise Wrong(f"line {step.line}: $ {step.command}\n--- the page shows\n{shown}\n"
                        f"--- what came (exit {done.returncode})\n{done.stdout}---")


def self_test():
    """The comparison can fail, and the wildcards mean what they say."""
    page = "`a.cpp`:\n\n```cpp\nint a;\n```\n\n```console\n$ cat a.cpp\nint …;\n$ echo $?\n0\n```\n"
    steps = steps_of(page)
    good = [each.file or each.command for each in steps] == ["a.cpp", "cat a.cpp", "echo $?"]
    good = good and pattern_of(["a", "[…]", "d"]).fullmatch("a\nb\nc\nd\n")
    good = good and not pattern_of(["a", "[…]", "d"]).fullmatch("a\nb\nc\n")
    good = good and not pattern_of(["a … c"]).fullmatch("a b\n")
    return bool(good) and not pattern_of(["a.c"]).fullmatch("abc\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("pages", nargs="+", type=Path)
    words = parser.parse_args()
    passed, failed = (1, 0) if self_test() else (0, 1)
    for page in words.pages:
        with tempfile.TemporaryDirectory(prefix="tidemark-page-") as folder:
            reader = Reader(words.program.resolve(), folder)
            try:
                steps = steps_of(page.read_text())
                if not any(step.command for step in steps):
                    raise Wrong("there is no command on it")
                for step in steps:
                    reader.follow(step)
                passed += 1
            except Wrong as wrong:
                failed += 1
                print(f"FAILED {page.name}, {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
