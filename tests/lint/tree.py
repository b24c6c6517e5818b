# SPDX-License-Identifier: MIT
"""What a check reads: the files of a checkout, or those of a sample."""

import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

CPP = (".cpp", ".hpp", ".c", ".h")
CODE = (*CPP, ".py", ".sh", ".build")

# Comments and literals, longest first; what is matched is blanked, line breaks are kept.
NOT_CODE = re.compile(
    r"""//[^\n]*
      | /\*.*?\*/
      | R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)"
      | "(?:\\.|[^"\\\n])*"
      | (?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be. A warning is shown and does not fail."""

    path: str
    line: int  # from 1; 0 where the whole file is meant
    message: str
    warning: bool = False

    def __str__(self):
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {'warning: ' if self.warning else ''}{self.message}"


class Tree:
    """Texts by path, relative to the root, with `/`."""

    def __init__(self, texts, root=None, build=None):
        self.texts = texts
        self.root = root
        self.build = build

    @classmethod
    def checkout(cls, root, build):
        """Every file that git has or would take; links and what is not text are left out."""
        listed = subprocess.run(
            ["git", "-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout.decode()
        texts = {}
        for path in sorted(filter(None, listed.split("\0"))):
            file = Path(root) / path
            if file.is_symlink() or not file.is_file():
                continue
            try:
                texts[path] = file.read_text()
            except UnicodeDecodeError:
                continue
        return cls(texts, Path(root), build)

    @cached_property
    def cpp(self):
        return {path: text for path, text in self.texts.items() if path.endswith(CPP)}

    @cached_property
    def code(self):
        """C++ with comments and literals blanked: positions and lines are those of the file."""
        return {path: without_comments(text) for path, text in self.cpp.items()}


def without_comments(text):
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def room_of(path):
    return path.split("/", 1)[0]
