#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the scenarios library with one historical bug put back, or refreshes a bug's patch.

A mutant is NAME.patch next to this file. The files it touches are copied to an overlay, patched
there, and only the objects that include one of them are compiled again, with the overlay found
first; the library is then linked from these and the objects of the ordinary build. Nothing in the
source tree changes.

Exit codes: 0 built · 2 usage · 3 the patch no longer applies · 1 anything else.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from patches import (SOURCE, STALE, Trouble, apply, make_patch, patch_of, run,  # noqa: E402
                     touched_files)
from refresh_mutant import refresh  # noqa: E402

LIBRARY = "libtidemark_scenarios.so"


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
        built = library.stat().st_mtime if library.exists() else 0
        if all(each.stat().st_mtime < built for each in inputs):
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
                raise Trouble(f"{self.name}: the patch no longer applies: there is no {each}",
                              STALE)
            (self.overlay / each).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCE / each, self.overlay / each)
        wrong = apply(self.patch, self.overlay)
        if wrong:
            raise Trouble(f"{self.name}: the patch no longer applies\n{wrong}", STALE)

    def changed(self, objects):
        touched = {(SOURCE / each).resolve() for each in self.files}
        inputs = self.ninja.inputs(objects)
        for each in objects:
            built = (self.ninja.build / each).stat().st_mtime
            newer = [file for file in inputs[each]
                     if file.exists() and file.stat().st_mtime > built]
            # An object of older sources would not fit those that are compiled now.
            if newer:
                raise Trouble(f"{newer[0].name} is newer than the build: build the program first")
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, help="the build directory")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--refresh", action="store_true",
                        help="merge the patch with the code as it is")
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
