#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The launcher on machines that lack something. The last line is "N passed, N failed"."""

import sys
import tempfile
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from machine import Machine  # noqa: E402


def runs_the_program_with_the_same_words(scratch):
    machine = Machine(scratch)
    result = machine.launch("run", "a b", "--seed=1", "", "--", "--no-install", "*")
    assert result.stdout == "<run><a b><--seed=1><><--><--no-install><*>", result
    assert result.returncode == 5, "the program's exit code is the launcher's"
    assert machine.ran("apt-get") == []


def tells_the_program_what_it_was_called_by(scratch):
    machine = Machine(scratch)
    machine.add(machine.checkout / "build/sim/cli/tidemark", 'printf "%s" "$TIDEMARK_COMMAND"')
    assert machine.launch("run").stdout == f"{machine.checkout}/tidemark"


def adds_its_own_verbs_to_the_help_of_the_program(scratch):
    machine = Machine(scratch)
    result = machine.launch("--help")
    assert result.stdout.startswith("<--help>") and "\n  bench [SUITE...]" in result.stdout, result
    assert result.returncode == 5
    assert machine.launch("run", "--help").stdout == "<run><--help>"
    assert machine.launch().stdout == ""


def configures_once_and_builds_only_the_program(scratch):
    machine = Machine(scratch)
    machine.launch("run")
    machine.launch("list")
    build = machine.checkout / "build"
    (setup,) = machine.ran("meson")
    assert setup.startswith(f"meson setup {build} ") and setup.endswith(" -Dtests=false"), setup
    assert machine.ran("ninja") == [f"ninja -C {build} sim/cli/tidemark"] * 2


def adds_the_tests_to_a_tree_that_has_none_and_keeps_them(scratch):
    machine = Machine(scratch)
    for verb in ("run", "test", "run", "test"):
        machine.launch(verb)
    changes = [line.split()[-1] for line in machine.ran("meson")]
    assert changes == ["-Dtests=false", "-Dtests=true"], machine.ran("meson")


def hands_the_suites_to_the_driver(scratch):
    machine = Machine(scratch)
    result = machine.launch("--quiet", "test", "lint", "core")
    words = f"python3 {machine.checkout}/tests/run_suites.py --quiet lint core\n"
    assert result.stdout == words, result


def builds_benchmarks_in_a_directory_of_their_own(scratch):
    machine = Machine(scratch)
    result = machine.launch("bench", "core")
    assert result.stdout == f"python3 {machine.checkout}/tests/bench/run.py core\n", result
    (setup,) = machine.ran("meson")
    assert f"setup {machine.checkout}/build-bench " in setup, setup
    assert setup.endswith(" -Dtests=false -Dbench=true"), setup


def takes_the_build_directory_from_the_environment(scratch):
    machine = Machine(scratch)
    result = machine.launch("bench", TIDEMARK_BUILD_DIR="elsewhere")
    assert result.returncode == 0, result
    assert (machine.scratch / "elsewhere-bench/build.ninja").is_file(), "relative to the caller"


def installs_what_is_missing_as_root(scratch):
    machine = Machine(scratch, installed=False)
    machine.launch("run")
    update, install = machine.ran("apt-get")
    assert update == "apt-get update"
    # The tools that are there by other means are not asked for.
    wanted = set(machine.packages("program").split()) - {"meson", "ninja-build", "python3"}
    assert set(install.split()[4:]) == wanted, install
    assert machine.ran("tidemark") == ["tidemark run"]


def installs_more_for_tests_and_benchmarks(scratch):
    machine = Machine(scratch)
    machine.environment["INSTALLED"] = machine.packages("program")
    machine.launch("test")
    machine.launch("bench")
    test, bench = machine.ran("apt-get")[1::2]
    assert set(test.split()[4:]) == set(machine.packages("test").split()), test
    assert bench.split()[4:] == machine.packages("bench").split(), bench


def asks_sudo_where_it_is_not_root(scratch):
    machine = Machine(scratch, installed=False)
    machine.add(machine.bin / "sudo", '"$@"')
    machine.launch("run", USER_ID="1000")
    assert [line.split()[1:3] for line in machine.ran("sudo")] == [
        ["apt-get", "update"],
        ["apt-get", "install"],
    ]


def says_what_root_has_to_run_where_there_is_no_sudo(scratch):
    machine = Machine(scratch, installed=False)
    result = machine.launch("run", USER_ID="1000")
    assert result.returncode == 2 and "as root: " in result.stderr, result
    assert machine.ran("apt-get") == []


def prints_the_command_and_installs_nothing_when_told(scratch):
    for words in (("run", "--no-install"), ("--no-install", "run")):
        machine = Machine(tempfile.mkdtemp(dir=scratch), installed=False)
        result = machine.launch(*words)
        assert result.returncode == 2, result
        command = "apt-get update && apt-get install -y --no-install-recommends g++ "
        assert result.stdout.startswith(command) and result.stdout.count("\n") == 1, result
        assert machine.ran("apt-get") + machine.ran("meson") + machine.ran("tidemark") == []


def no_install_is_no_word_of_the_program(scratch):
    machine = Machine(scratch)
    assert machine.launch("run", "--no-install").stdout == "<run>"


def names_the_packages_where_there_is_no_apt(scratch):
    machine = Machine(scratch, without=("apt-get", "dpkg-query"), installed=False)
    result = machine.launch("run")
    assert result.returncode == 2 and result.stdout == "", result
    for package in ("g++", "libfmt-dev", "nlohmann-json3-dev"):
        assert package in result.stderr, result
    assert machine.ran("meson") == []


def shows_the_log_when_installing_fails(scratch):
    machine = Machine(scratch, installed=False)
    machine.add(machine.bin / "apt-get", "echo E: no route; exit 100")
    result = machine.launch("test")
    assert result.returncode == 70 and "E: no route" in result.stderr, result
    assert result.stdout.splitlines()[-1] == "0 passed, 1 failed", result


def shows_what_the_compiler_said_and_runs_nothing(scratch):
    machine = Machine(scratch)
    said = "[1/3] Compiling a.o\nFAILED: b.o\nc++ -o b.o b.cpp\nb.cpp:1: error: no such thing\n"
    result = machine.launch("run", NINJA_SAYS=said, NINJA_STATUS="1")
    assert result.returncode == 70 and result.stdout == "", result
    assert "b.cpp:1: error: no such thing" in result.stderr, result
    for noise in ("[1/3]", "c++ -o"):
        assert noise not in result.stderr, result
    assert machine.ran("tidemark") == []


def ends_a_failed_test_build_with_the_line_of_a_gate(scratch):
    machine = Machine(scratch)
    result = machine.launch("test", NINJA_STATUS="1")
    assert result.returncode == 70 and result.stdout == "0 passed, 1 failed\n", result


def says_nothing_when_quiet(scratch):
    machine = Machine(scratch)
    assert "configuring" in machine.launch("run").stderr
    quiet = Machine(tempfile.mkdtemp(dir=scratch))
    assert quiet.launch("run", "--quiet").stderr == ""


TESTS = [it for it in globals().copy().values() if getattr(it, "__module__", None) == __name__]


def main():
    passed, failed = 0, 0
    for test in TESTS:
        with tempfile.TemporaryDirectory(prefix="tidemark-launcher-") as scratch:
            try:
                test(scratch)
                passed += 1
            except Exception:  # every kind of failure is one of the test
                failed += 1
                print(f"FAILED {test.__name__}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
