# SPDX-License-Identifier: MIT
"""Runs the program as a user would, in a directory of its own, and checks what came."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

TIMEOUT_S = 300


class Failed(Exception):
    """A check that did not hold; the message says which."""


class Result:
    """What one call of the program left behind."""

    def __init__(self, words, done):
        self.words = words
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    def expect(self, code, *texts):
        """Checks the exit code and that each text was printed somewhere."""
        if self.code != code:
            raise Failed(f"{self}: exit {self.code}, expected {code}")
        for text in texts:
            if text not in self.out + self.err:
                raise Failed(f"{self}: '{text}' was not printed")
        return self

    def last_line(self):
        return self.out.rstrip().splitlines()[-1]

    def __str__(self):
        return f"tidemark {' '.join(self.words)}\n--- stdout\n{self.out}--- stderr\n{self.err}---\n"


class Program:
    """The built program, called in an empty directory that is checked and removed afterwards."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.build = self.path.parent.parent.parent
        self.folder = None

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-cli-"))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, extra=None):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("TIDEMARK_") and name != "LD_LIBRARY_PATH"}
        return {**kept, **(extra or {})}

    def __call__(self, *words, env=None):
        done = subprocess.run([str(self.path), *words], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S,
                              env=self.environment(env), check=False)
        return Result(words, done)

    def start(self, *words, alone=False):
        """Runs on while the test does something; `alone`: in a process group of its own."""
        return subprocess.Popen([str(self.path), *words], cwd=self.folder, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment(),
                                start_new_session=alone)

    def refuses(self, *words, says, env=None):
        """Bad input: exit 2, a diagnostic of the documented shape with a hint, nothing written."""
        result = self(*words, env=env).expect(2, *says)
        first, *rest = result.err.splitlines()
        if not first.startswith("error: "):
            raise Failed(f"{result}: no 'error:' line first")
        if not any(re.match(r"  (help|note): \S", line) for line in rest):
            raise Failed(f"{result}: no hint")
        if result.out:
            raise Failed(f"{result}: something on stdout")
        left = [each.name for each in self.folder.iterdir() if each.name not in self.given]
        if left:
            raise Failed(f"{result}: wrote {left}")
        return result

    given = ()

    def give(self, name, text):
        """A file that the user brings along."""
        (self.folder / name).write_text(text)
        self.given = (*self.given, name)
        return name

    def read_json(self, name):
        return json.loads((self.folder / name).read_text())


def check(condition, message):
    if not condition:
        raise Failed(message)


def checksum(text):
    """The checksum of a token, written a second time: tests forge tokens with it."""
    mask = (1 << 64) - 1
    state = len(text)
    for letter in text.encode():
        state = ((state ^ letter) + 0x9E3779B97F4A7C15) & mask
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & mask
        state ^= state >> 31
    return f"{state & 0xFFFFFFFF:08x}"


def forge(token, old, new):
    """A token with something replaced and the checksum put right."""
    body = token.rsplit("-", 1)[0]
    check(old in body, f"'{old}' is not in {body}")
    body = body.replace(old, new, 1)
    return f"{body}-{checksum(body)}"
