#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the scenarios library with one historical bug put back, or refreshes a bug's patch.

A mutant is NAME.patch next to this file. The files it touches are copied to an overlay, patched there,
and only the objects that include one of them are compiled again, with the overlay found first; the
library is then linked from these and the objects of the ordinary build. Nothing in the source tree
changes.

Exit codes: 0 built · 2 usage · 3 the patch no longer applies · 1 anything else.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
LIBRARY = "libtidemark_scenarios.so"
STALE = 3


class Trouble(Exception):
    """Something the user has to know; the exit code goes with it."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def run(words, cwd, environment=None):
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
    """Applies a patch to the plain files below root. Returns what went wrong, or an empty string."""
    environment = dict(os.environ)
    # Inside a repository git would take paths relative to it and skip ours without a word.
    environment["GIT_CEILING_DIRECTORIES"] = str(root.parent)
    code, output = run(["git", "apply", "-p1", "--whitespace=nowarn", str(patch)], root, environment)
    return "" if code == 0 else output or "git apply failed"


class Ninja:
    """What the ordinary build knows about itself."""

    def __init__(self, build):
        self.build = build
        self.commands = self.read_commands()

    def ask(self, *words):
        code, output = run(["ninja", "-C", str(self.build), *words], self.build)
        if code != 0:
            raise Trouble(f"ninja {' '.join(words)} failed:\n{output}")
        return re.sub(r"^ninja: Entering directory.*\n", "", output)

    def read_commands(self):
        entries = json.loads((self.build / "compile_commands.json").read_text())
        return {entry["output"]: entry for entry in entries if "output" in entry}

    def library(self):
        found = list(self.build.glob(f"scenarios/{LIBRARY}"))
        if not found:
            raise Trouble(f"{LIBRARY} is not built; build the program first")
        return found[0].relative_to(self.build)

    def link_command(self, target):
        lines = self.ask("-t", "commands", str(target)).strip().splitlines()
        return shlex.split(lines[-1])

    def members(self, archive):
        """The objects of a static library, in its order."""
        lines = self.ask("-t", "commands", archive).strip().splitlines()
        return [word for word in shlex.split(lines[-1].split("&&")[-1]) if word.endswith(".o")]

    def inputs(self, objects):
        """For each object the files it was made from, as absolute real paths."""
        result = {}
        current = None
        for line in self.ask("-t", "deps", *objects).splitlines():
            if line and not line.startswith(" "):
                current = line.split(":")[0]
                result[current] = set()
            elif line.strip():
                result[current].add((self.build / line.strip()).resolve())
        for each in objects:
            if each not in result:
                raise Trouble(f"ninja knows no inputs of {each}; build the program first")
        return result


def expand(ninja, words):
    """A link command with static libraries of this build replaced by their objects."""
    result = []
    for word in words:
        if word.endswith(".a") and not word.startswith("-") and (ninja.build / word).exists() \
                and not pathlib.Path(word).is_absolute():
            result.extend(ninja.members(word))
        elif word not in ("-Wl,--whole-archive", "-Wl,--no-whole-archive"):
            result.append(word)
    return result


class Mutant:
    """One mutant in one build directory."""

    def __init__(self, build, name):
        self.ninja = Ninja(build)
        self.name = name
        self.patch = patch_of(name)
        self.files = touched_files(self.patch)
        self.folder = build / "mutants" / name
        self.overlay = self.folder / "overlay" / "tidemark"

    def build(self, jobs):
        library = self.folder / LIBRARY
        original = self.ninja.build / self.ninja.library()
        inputs = [self.patch, original, pathlib.Path(__file__)]
        inputs += [SOURCE / each for each in self.files if (SOURCE / each).exists()]
        if library.exists() and all(each.stat().st_mtime < library.stat().st_mtime for each in inputs):
            print(f"{self.name}: up to date")
            return
        library.unlink(missing_ok=True)
        self.make_overlay()
        link = expand(self.ninja, self.ninja.link_command(self.ninja.library()))
        objects = [word for word in link if word.endswith(".o")]
        changed = self.changed(objects)
        if not changed:
            raise Trouble(f"{self.name}: no object of {LIBRARY} includes {', '.join(self.files)}")
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            replaced = dict(zip(changed, pool.map(self.compile, changed)))
        self.link(link, replaced, library)
        print(f"{self.name}: compiled {len(changed)} of {len(objects)} objects")

    def make_overlay(self):
        shutil.rmtree(self.overlay.parent, ignore_errors=True)
        for each in self.files:
            if not (SOURCE / each).is_file():
                raise Trouble(f"{self.name}: the patch no longer applies: there is no {each}", STALE)
            (self.overlay / each).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCE / each, self.overlay / each)
        wrong = apply(self.patch, self.overlay)
        if wrong:
            raise Trouble(f"{self.name}: the patch no longer applies\n{wrong}", STALE)

    def changed(self, objects):
        touched = {(SOURCE / each).resolve() for each in self.files}
        inputs = self.ninja.inputs(objects)
        return [each for each in objects if inputs[each] & touched]

    def compile(self, name):
        entry = self.ninja.commands[name]
        target = self.folder / "objects" / (re.sub(r"[^\w.]", "_", name))
        target.parent.mkdir(parents=True, exist_ok=True)
        source = (self.ninja.build / entry["file"]).resolve()
        inside = source.relative_to(SOURCE)
        words = shlex.split(entry["command"])
        words[words.index("-o") + 1] = str(target)
        for flag in ("-MF", "-MQ"):
            if flag in words:
                words[words.index(flag) + 1] = str(target) + ".d"
        if (self.overlay / inside).exists():
            words[words.index("-c") + 1] = str(self.overlay / inside)
        at = next(i for i, word in enumerate(words) if word.startswith("-I"))
        words.insert(at, f"-I{self.overlay.parent}")
        code, output = run(words, self.ninja.build)
        if code != 0:
            raise Trouble(f"{self.name}: {inside} does not compile\n{output}")
        return str(target)

    def link(self, words, replaced, library):
        words = [replaced.get(word, word) for word in words]
        # Another file name while linking: a library that is half written must never be loaded.
        partial = library.with_suffix(".partial")
        words[words.index("-o") + 1] = str(partial)
        code, output = run(words, self.ninja.build)
        if code != 0:
            raise Trouble(f"{self.name}: linking failed\n{output}")
        partial.rename(library)


def blob_ids(patch):
    """For each changed file the id of the version that the patch was made against."""
    ids = re.findall(r"^diff --git a/(\S+) b/\S+\nindex ([0-9a-f]+)\.\.", patch.read_text(),
                     re.MULTILINE)
    return dict(ids)


def header_of(patch):
    lines = []
    for line in patch.read_text().splitlines(keepends=True):
        if not line.startswith("#"):
            break
        lines.append(line)
    return "".join(lines)


def merge_file(name, file, blob, patched, work):
    """Carries the patch of one file over to the file as it is now. Returns whether it conflicts."""
    current = work / "current" / file
    current.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SOURCE / file, current)
    base = work / "base" / file
    code, _ = run(["git", "merge-file", "-L", "now", "-L", "then", "-L", name, str(current),
                   str(base), str(patched / file)], SOURCE)
    if code < 0 or code > 127:
        raise Trouble(f"{name}: git merge-file failed on {file} ({blob})")
    return code != 0


def refresh(name):
    """Three-way merge: the patch's own base, that base with the bug, and the code as it is now."""
    patch = patch_of(name)
    blobs = blob_ids(patch)
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        for file, blob in blobs.items():
            for folder in ("base", "bug"):
                target = work / folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                code = subprocess.run(["git", "cat-file", "blob", blob], cwd=SOURCE, check=False,
                                      stdout=target.open("wb")).returncode
                if code != 0:
                    raise Trouble(f"{name}: this clone lacks the version {blob} of {file}")
        wrong = apply(patch, work / "bug")
        if wrong:
            raise Trouble(f"{name}: the patch does not fit the version it names\n{wrong}")
        conflicts = [file for file, blob in blobs.items()
                     if merge_file(name, file, blob, work / "bug", work)]
        if conflicts:
            kept = HERE / f"{name}.conflict"
            kept.write_text("".join((work / "current" / file).read_text() for file in conflicts))
            raise Trouble(f"{name}: conflicts in {', '.join(conflicts)}; merged text in {kept}", STALE)
        patch.write_text(header_of(patch) + make_patch(work / "current", blobs))
    print(f"{name}: refreshed")


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, help="the build directory")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--refresh", action="store_true", help="merge the patch with the code as it is")
    parser.add_argument("--make", type=pathlib.Path, metavar="DIR",
                        help="print the diff from the source tree to the changed copies below DIR")
    parser.add_argument("name", metavar="NAME")
    words = parser.parse_args()
    try:
        if words.make:
            files = sorted(str(each.relative_to(words.make))
                           for each in words.make.rglob("*") if each.is_file())
            print(make_patch(words.make.resolve(), files), end="")
        elif words.refresh:
            refresh(words.name)
        else:
            Mutant(words.build.resolve(), words.name).build(words.jobs)
    except Trouble as trouble:
        print(trouble)
        return trouble.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
