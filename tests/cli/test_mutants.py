# SPDX-License-Identifier: MIT
"""The machinery of mutants: stale patches are named, and can be merged with changed code."""

import pathlib
import shutil
import subprocess
import sys

from program import check

SCRIPT = "scenarios/mutants/build_mutant.py"
BEFORE = "int first() { return 1; }\n\nint between() { return 2; }\n\n\nint last() { return 3; }\n"
HEADER = "# mutant: wrong_first\n# wrong: it returns zero\n# caught-by: no_skip\n# scenario: a\n"


class Tree:
    """A small source tree in git with one mutant of its own."""

    def __init__(self, tidemark):
        self.root = tidemark.folder / "tree"
        self.file = self.root / "core/part.cpp"
        self.patch = self.root / "scenarios/mutants/wrong_first.patch"
        for folder in (self.file.parent, self.patch.parent):
            folder.mkdir(parents=True)
        source = pathlib.Path(tidemark.build / "include/tidemark").resolve()
        for script in (source / SCRIPT).parent.glob("*.py"):
            shutil.copy(script, self.patch.parent)
        self.file.write_text(BEFORE)
        for words in (("init", "-q"), ("add", "-A"),
                      ("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "start")):
            subprocess.run(["git", *words], cwd=self.root, check=True)
        changed = tidemark.folder / "changed"
        (changed / "core").mkdir(parents=True)
        (changed / "core/part.cpp").write_text(BEFORE.replace("return 1", "return 0"))
        diff = self.script("--make", str(changed), "wrong_first")
        self.patch.write_text(HEADER + diff.stdout)

    def script(self, *words):
        return subprocess.run([sys.executable, str(self.root / SCRIPT), *words], text=True,
                              capture_output=True, check=False)

    def applies(self):
        return subprocess.run(["git", "apply", "--check", str(self.patch)], cwd=self.root,
                              capture_output=True, check=False).returncode == 0


def test_a_patch_is_carried_over_changed_code(tidemark):
    tree = Tree(tidemark)
    check(tree.applies(), "the fresh patch does not apply")
    tree.file.write_text(BEFORE.replace("\nint between", "\nint added();\nint between"))
    check(not tree.applies(), "the change does not disturb the patch: this test shows nothing")
    done = tree.script("--refresh", "wrong_first")
    check(done.returncode == 0, done.stdout + done.stderr)
    check(tree.applies(), "the refreshed patch does not apply")
    text = tree.patch.read_text()
    check(text.startswith(HEADER), "the header was lost")
    check("-int first() { return 1; }\n+int first() { return 0; }\n" in text, text)


def test_a_conflict_is_reported_and_the_patch_left_alone(tidemark):
    tree = Tree(tidemark)
    before = tree.patch.read_text()
    tree.file.write_text(BEFORE.replace("return 1", "return 5"))
    done = tree.script("--refresh", "wrong_first")
    check(done.returncode == 3 and "conflicts in core/part.cpp" in done.stdout, done.stdout)
    check(tree.patch.read_text() == before, "the patch was changed")


def test_a_stale_patch_fails_by_name(tidemark):
    tree = Tree(tidemark)
    tree.file.write_text(BEFORE.replace("first", "renamed"))
    build = tidemark.folder / "build"
    (build / "scenarios").mkdir(parents=True)
    (build / "compile_commands.json").write_text("[]")
    (build / "scenarios/libtidemark_scenarios.so").write_text("")
    done = tree.script("--build", str(build), "wrong_first")
    check(done.returncode == 3, f"exit {done.returncode}: {done.stdout}{done.stderr}")
    check("wrong_first: the patch no longer applies" in done.stdout, done.stdout)


def test_every_mutant_describes_itself(tidemark):
    source = pathlib.Path(tidemark.build / "include/tidemark").resolve()
    for patch in sorted((source / "scenarios/mutants").glob("*.patch")):
        lines = patch.read_text().splitlines()
        for key in ("mutant", "wrong", "caught-by", "scenario"):
            found = any(line.startswith(f"# {key}: ") for line in lines)
            check(found, f"{patch.name} lacks '{key}'")
        check(f"# mutant: {patch.stem}" in lines, f"{patch.name} has another name inside")
        pattern = next(line for line in lines if line.startswith("# scenario: ")).split(": ")[1]
        tidemark("list", pattern).expect(0)


def test_a_mutant_is_caught_and_reported(tidemark):
    name = first_mutant(tidemark)
    tidemark("mutants", name, "--json", "out.json").expect(
        0, "caught", name, "./tidemark replay tm1-", "1 of 1 mutants caught")
    entry = tidemark.read_json("out.json")["scenarios"][0]
    check(entry["name"] == name and entry["mutant"] is True, f"{entry}")
    check(entry["failure"]["property"] in entry["named"], f"{entry['failure']}")


def test_a_mutant_that_nobody_catches_fails_the_gate(tidemark):
    # One execution is not enough for all of them to show.
    tidemark("mutants", "--executions", "1", "--json", "out.json").expect(1, "survived")
    entries = tidemark.read_json("out.json")["scenarios"]
    check(any(each["failure"] is None for each in entries), "each has a failure")


def first_mutant(tidemark):
    source = pathlib.Path(tidemark.build / "include/tidemark").resolve()
    return sorted((source / "scenarios/mutants").glob("*.patch"))[0].stem
