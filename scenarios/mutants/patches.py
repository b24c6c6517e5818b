# SPDX-License-Identifier: MIT
"""Mutant patches: where they are, what they change, how they apply, and how they are written."""

import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
STALE = 3  # exit code for a patch that no longer fits the code


class Trouble(Exception):
    """Something the user has to know; the exit code goes with it."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def run(words, cwd, environment=None):
    """A program's exit code and all it printed."""
    done = subprocess.run(words, cwd=cwd, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=environment, check=False)
    return done.returncode, done.stdout


def patch_of(name):
    patch = HERE / f"{name}.patch"
    if not patch.is_file():
        known = ", ".join(sorted(each.stem for each in HERE.glob("*.patch")))
        raise Trouble(f"there is no mutant '{name}'; mutants: {known}", 2)
    return patch


def touched_files(patch):
    """Paths below the source root that the patch changes."""
    files = re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(), re.MULTILINE)
    if not files:
        raise Trouble(f"{patch.name} changes nothing", STALE)
    return files


def apply(patch, root):
    """Applies a patch to the plain files below root. Returns what went wrong, if anything."""
    environment = dict(os.environ)
    # Inside a repository git would take paths relative to it and skip ours without a word.
    environment["GIT_CEILING_DIRECTORIES"] = str(root.parent)
    words = ["git", "apply", "-p1", "--whitespace=nowarn", str(patch)]
    code, output = run(words, root, environment)
    return "" if code == 0 else output or "git apply failed"


def make_patch(changed, files):
    """The diff from the source tree to `changed`, with the ids that the next refresh needs."""
    text = ""
    for file in files:
        ids = []
        for version in (SOURCE / file, changed / file):
            _, output = run(["git", "hash-object", str(version)], SOURCE)
            ids.append(output.strip())
        _, diff = run(["git", "diff", "--no-index", "--full-index", str(SOURCE / file),
                       str(changed / file)], SOURCE)
        hunks = diff[diff.index("\n@@") + 1:] if "\n@@" in diff else ""
        if not hunks:
            raise Trouble(f"nothing is left of the bug in {file}: the code has it already", STALE)
        text += (f"diff --git a/{file} b/{file}\nindex {ids[0]}..{ids[1]} 100644\n"
                 f"--- a/{file}\n+++ b/{file}\n{hunks}")
    return text
