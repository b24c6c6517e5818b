# SPDX-License-Identifier: MIT
"""`tidemark new scenario`, in a folder of the user's and in a source tree."""

import pathlib
import shutil
import subprocess
import sys

from program import check


def test_a_file_of_ones_own_compiles_and_holds(tidemark):
    done = tidemark("new", "scenario", "shop", "two_clerks").expect(0, "wrote two_clerks.cpp")
    check(done.last_line() == "./tidemark run --with two_clerks.cpp", done.out)
    tidemark("run", "--with", "two_clerks.cpp", "--seed", "1", "--executions", "200").expect(
        0, "held  shop/two_clerks", "goals 1/1")
    tidemark.given = ("two_clerks.cpp",)
    text = (tidemark.folder / "two_clerks.cpp").read_text()
    tidemark.refuses("new", "scenario", "shop", "two_clerks", says=["is there already"])
    check((tidemark.folder / "two_clerks.cpp").read_text() == text, "it was written over")


def test_names_that_cannot_be_are_refused(tidemark):
    for family, name in (("shop", "TwoClerks"), ("shop", "2_clerks"), ("shop", "two-clerks"),
                         ("shop", "two__clerks"), ("shop", "../two_clerks"), ("shop", ""),
                         ("shop", "while"), ("shop", "x" * 61)):
        tidemark.refuses("new", "scenario", family, name, says=["cannot be the name"])
    for family in ("Shop", "class", "mutants"):
        tidemark.refuses("new", "scenario", family, "two_clerks", says=["cannot be the family"])
    tidemark.refuses("new", "mutant", "shop", "two_clerks", says=["makes no 'mutant'"])
    tidemark.refuses("new", "scenario", "shop", says=["needs an argument"])


class Tree:
    """What of a source tree `new` looks at, with a copy of the program in its build directory."""

    def __init__(self, tidemark):
        self.source = pathlib.Path(tidemark.build / "include/tidemark").resolve()
        self.build = tidemark.build
        self.root = tidemark.folder / "tree"
        (self.root / "scenarios").mkdir(parents=True)
        for name in ("table.cpp", "meson.build"):
            shutil.copy(self.source / "scenarios" / name, self.root / "scenarios")
        program = self.root / "build/sim/cli/tidemark"
        program.parent.mkdir(parents=True)
        shutil.copy(tidemark.path, program)
        (self.root / "build/include").mkdir()
        (self.root / "build/include/tidemark").symlink_to(self.root)
        (self.root / "build/build.ninja").touch()
        self.program = program
        folders = (self.build / part for part in ("sim/kernel", "sim", "scenarios"))
        self.environment = tidemark.environment({"LD_LIBRARY_PATH": ":".join(map(str, folders))})

    def new(self, family, name):
        return subprocess.run([self.program, "new", "scenario", family, name], text=True,
                              cwd=self.root / "scenarios", env=self.environment,
                              capture_output=True, check=False)

    def read(self, name):
        return (self.root / "scenarios" / name).read_text()

    def compiles(self, name):
        command = ["c++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                   f"-I{self.build / 'include'}", self.root / "scenarios" / name]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def lint(self):
        """What the check of the table finds in this tree."""
        sys.path.insert(0, str(self.source / "tests/lint"))
        from checks import scenario_table
        from tree import Tree as Texts
        files = [each for each in (self.root / "scenarios").rglob("*") if each.is_file()]
        return list(scenario_table.check(Texts({str(each.relative_to(self.root)): each.read_text()
                                                for each in files})))


def test_in_a_source_tree_it_is_added_to_the_table(tidemark):
    tree = Tree(tidemark)
    before = tree.read("table.cpp"), tree.read("meson.build")
    for family, name in (("publisher", "a_new_one"), ("aaa", "first"), ("zzz", "last")):
        done = tree.new(family, name)
        check(done.returncode == 0 and f"wrote scenarios/{family}/{name}.cpp" in done.stdout, done)
    check(not tree.lint(), tree.lint())
    table, build = tree.read("table.cpp"), tree.read("meson.build")
    entries = [line.strip() for line in table.splitlines() if line.startswith("    ") and
               line.endswith(",")]
    check(entries == sorted(entries) and "aaa::first," in entries, entries)
    files = [line for line in build.splitlines() if "/" in line and line.startswith("  '")]
    check(files == sorted(files) and "  'zzz/last.cpp'," in files, files)
    for old, new in zip(before, (table, build)):
        kept = [line for line in new.splitlines() if line in old.splitlines()]
        check(kept == old.splitlines(), "a line that was there is gone")
    for name in ("aaa/first.cpp", "table.cpp"):
        check(tree.compiles(name).returncode == 0, tree.compiles(name).stderr)


def test_in_a_source_tree_nothing_is_half_written(tidemark):
    tree = Tree(tidemark)
    (tree.root / "scenarios/meson.build").write_text("files()\n")
    before = tree.read("table.cpp")
    done = tree.new("publisher", "a_new_one")
    check(done.returncode == 2 and "scenarios/meson.build has a shape" in done.stderr, done)
    check(tree.read("table.cpp") == before, "the table was changed")
    check(not (tree.root / "scenarios/publisher").exists(), "a file was written")
