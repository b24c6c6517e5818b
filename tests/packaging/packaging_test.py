#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Projects of their own against an installation and a build directory, built as the page says.

Usage: packaging_test.py --build DIR [PART OF A TEST'S NAME]. The last line is "N passed, N failed".
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/cli"))
from own_files import BROKEN, HEADER, SCENARIO  # noqa: E402

PAGE = (ROOT / "docs/in-your-own-build.md").read_text()
FIXED_CALL = BROKEN.replace('extern "C" int one_more(int value);\n\n', "").replace(
    "one_more(before)", "before + 1")
# Defines a door, and by its place in the link takes it from the kernel.
EARLY = "extern \"C\" int pthread_mutex_lock(void*) { return 0; }\n"


def block(language):
    """The one block of a language on the page."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return text


def run(*words, cwd, code=0, **environment):
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("TIDEMARK_") and name != "LD_LIBRARY_PATH"}
    done = subprocess.run([str(word) for word in words], cwd=cwd, text=True, check=False,
                          env={**kept, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=600)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}"
    return done.stdout


class Setting:
    """A folder with an installation that was moved after it was made, and a project beside it."""

    def __init__(self, build, scratch):
        self.build = build
        self.scratch = Path(scratch)
        self.project = self.scratch / "project"
        self.project.mkdir()
        for name, text in (("counter.hpp", HEADER), ("counter.cpp", FIXED_CALL),
                           ("scenario.cpp", SCENARIO)):
            (self.project / name).write_text(text)

    def install(self):
        run("meson", "install", "-C", self.build, "--no-rebuild", "--destdir",
            self.scratch / "staged", cwd=self.scratch)
        (prefix,) = {each.parent.parent for each in self.scratch.glob("staged/**/bin/tidemark")}
        home = self.scratch / "moved"
        shutil.move(prefix, home)
        return home

    def cmake(self, where, text=None):
        (self.project / "CMakeLists.txt").write_text(text or block("cmake"))
        made = self.project / "cmake-build"
        shutil.rmtree(made, ignore_errors=True)
        run("cmake", "-S", ".", "-B", made, where, cwd=self.project)
        return made

    def meson(self, where):
        (self.project / "meson.build").write_text(block("meson"))
        made = self.project / "meson-build"
        shutil.rmtree(made, ignore_errors=True)
        run("meson", "setup", made, cwd=self.project, PKG_CONFIG_PATH=str(where))
        run("meson", "compile", "-C", made, cwd=self.project)
        run("meson", "test", "-C", made, "link order", cwd=self.project)
        return made

    def finds_the_bug(self, program, shown):
        """The runner explores, names the source, and repeats by the line it prints."""
        said = run(program, "run", "--seed", "1", cwd=self.project, code=1)
        assert "failed all_counted: counter/two_threads" in said and "it is 1, not 2" in said, said
        assert shown in said, said
        line = said.rstrip().splitlines()[-1]
        assert line.startswith(f"{program} replay tm1-"), line
        again = run(*line.split(), cwd=self.project, code=1)
        assert again.rstrip().splitlines()[-1] == line, again


def cmake_builds_and_finds_the_bug_in_an_installation(setting):
    home = setting.install()
    made = setting.cmake(f"-DCMAKE_PREFIX_PATH={home}")
    run("cmake", "--build", made, cwd=setting.project)
    setting.finds_the_bug(made / "counter", "counter.cpp:")
    # And once it is fixed, the project's own test is green.
    (setting.project / "counter.cpp").write_text(FIXED_CALL.replace(
        "  const int before = value();\n  const std::lock_guard lock{mutex_};\n",
        "  const std::lock_guard lock{mutex_};\n  const int before = value_;\n"))
    run("cmake", "--build", made, cwd=setting.project)
    assert "100% tests passed" in run("ctest", "--test-dir", made, cwd=setting.project)


def cmake_finds_a_build_directory(setting):
    made = setting.cmake(f"-Dtidemark_DIR={setting.build}/packaging")
    run("cmake", "--build", made, cwd=setting.project)
    setting.finds_the_bug(made / "counter", "counter.cpp:")


def a_wrong_order_of_linking_fails_the_build(setting):
    text = block("cmake") + ("add_library(early SHARED early.cpp)\n"
                             "target_link_options(counter BEFORE PRIVATE -Wl,--no-as-needed "
                             "$<TARGET_FILE:early>)\nadd_dependencies(counter early)\n")
    (setting.project / "early.cpp").write_text(EARLY)
    made = setting.cmake(f"-Dtidemark_DIR={setting.build}/packaging", text)
    said = run("cmake", "--build", made, cwd=setting.project, code=2)
    assert "error: 'pthread_mutex_lock' is found in " in said and "libearly.so" in said, said
    assert "name libtidemark_kernel first" in said, said


def meson_builds_and_finds_the_bug_in_an_installation(setting):
    home = setting.install()
    (folder,) = home.glob("**/pkgconfig")
    setting.finds_the_bug(setting.meson(folder) / "counter", "counter.cpp:")


def meson_finds_a_build_directory(setting):
    made = setting.meson(setting.build / "packaging")
    setting.finds_the_bug(made / "counter", "counter.cpp:")


def an_installed_program_compiles_files_on_the_spot(setting):
    program = setting.install() / "bin/tidemark"
    words = ("run", "--with", "scenario.cpp", "--with", "counter.cpp", "--seed", "1")
    for compiled in (True, False):
        said = run(program, *words, cwd=setting.project, code=1,
                   XDG_CACHE_HOME=str(setting.scratch / "cache"))
        assert "it is 1, not 2" in said and ("compiling" in said) == compiled, said


def every_installed_header_finds_what_it_includes(setting):
    include = setting.install() / "include"
    names = sorted(str(each.relative_to(include)) for each in include.rglob("*.hpp"))
    assert "tidemark/sim/scenario.hpp" in names and len(names) > 40, names
    (setting.project / "all.cpp").write_text("".join(f'#include "{name}"\n' for name in names))
    run("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}",
        "all.cpp", cwd=setting.project)


TESTS = (
    cmake_builds_and_finds_the_bug_in_an_installation,
    cmake_finds_a_build_directory,
    a_wrong_order_of_linking_fails_the_build,
    meson_builds_and_finds_the_bug_in_an_installation,
    meson_finds_a_build_directory,
    an_installed_program_compiles_files_on_the_spot,
    every_installed_header_finds_what_it_includes,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("part", nargs="?", default="")
    words = parser.parse_args()
    passed, failed = 0, 0
    for test in TESTS:
        if words.part not in test.__name__:
            continue
        with tempfile.TemporaryDirectory(prefix="tidemark-packaging-") as scratch:
            try:
                test(Setting(words.build.resolve(), scratch))
                passed += 1
            except Exception:  # a broken test is a failed one; the others still run
                failed += 1
                print(f"FAILED {test.__name__}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
