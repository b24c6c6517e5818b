#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the suites of tests/suites.py and of the meson.build files, one line each.

Goes on after a failure and shows the log of each suite that failed. The last line is
"N passed, N failed". Exit codes: 0 all passed, 1 some failed, 2 an unknown suite.
"""

import argparse
import difflib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from suites import GATE, NIGHTLY, SUITES, Suite  # noqa: E402

LOG_LINES_MAX = 120
TALLY = re.compile(r"(?:^|\s)(\d+) passed, (\d+) failed$")


def meson_suites(build):
    """The tests that the configured build declares, in its order."""
    declared = json.loads((build / "meson-info/intro-tests.json").read_text())
    return [
        Suite(
            name=test["name"],
            command=tuple(test["cmd"]),
            timeout_s=max(test["timeout"], 300),
            environment=tuple(test["env"].items()),
            directory=test["workdir"] or "{build}",  # its arguments may be relative to that
        )
        for test in declared
    ]


def select(suites, names):
    """Those asked for by name or tier; the gate where nothing was. Exit 2 on an unknown name."""
    known = {suite.name for suite in suites}
    for name in names:
        if name in known or name in (GATE, NIGHTLY):
            continue
        near = difflib.get_close_matches(name, known | {NIGHTLY}, 1)
        print(f"error: unknown suite '{name}'", file=sys.stderr)
        if near:
            print(f"  help: did you mean '{near[0]}'?", file=sys.stderr)
        print("  note: `tidemark test --list` shows them all", file=sys.stderr)
        sys.exit(2)
    tiers = [name for name in names if name in (GATE, NIGHTLY)] or ([] if names else [GATE])
    return [suite for suite in suites if suite.name in names or suite.tier in tiers]


def tally(suite_json, log, code):
    """How many passed and failed, by the first of the sources that `Suite` names."""
    passed, failed = 0, 0
    if suite_json.is_file() and suite_json.stat().st_size > 0:
        report = json.loads(suite_json.read_text())
        if "testsuites" in report:  # GoogleTest
            failed = report["failures"] + report["errors"]
            passed = report["tests"] - report["disabled"] - failed
        else:  # the program's own, one entry a scenario or a mutant
            for entry in report.get("scenarios", []):
                wanted = entry.get("named") if entry.get("mutant") else None
                if wanted is None:
                    good = entry["verdict"] == "held"
                else:
                    good = (entry.get("failure") or {}).get("property") in wanted
                passed, failed = passed + good, failed + (not good)
    else:
        lines = log.rstrip().splitlines()
        match = TALLY.search(lines[-1]) if lines else None
        passed, failed = map(int, match.groups()) if match else (int(code == 0), 0)
    if code != 0 and failed == 0:
        failed = 1
    if passed + failed == 0:
        failed = 1  # a suite that ran nothing proves nothing
    return passed, failed


def run(suite, build):
    """Runs one suite; returns (passed, failed, log)."""
    with tempfile.TemporaryDirectory(prefix="tidemark-test-") as scratch:
        suite_json = Path(scratch) / "result.json"
        places = {
            "{root}": ROOT,
            "{build}": build,
            "{program}": build / "sim/cli/tidemark",
            "{json}": suite_json,
        }
        command = list(suite.command)
        for name, place in places.items():
            command = [word.replace(name, str(place)) for word in command]
        # What the caller set for the program must not bend a fixed gate.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TIDEMARK_")}
        environment.update(suite.environment, TIDEMARK_BUILD_DIR=str(build))
        environment.update(GTEST_OUTPUT=f"json:{suite_json}", GTEST_BRIEF="1")
        with open(Path(scratch) / "log", "w+", errors="replace") as log:
            try:
                process = subprocess.Popen(
                    command,
                    cwd=places.get(suite.directory, suite.directory),
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as error:
                return 0, 1, f"{command[0]}: {error.strerror}\n"
            try:
                code, why = process.wait(suite.timeout_s), ""
            except subprocess.TimeoutExpired:
                code, why = 124, f"stopped after {suite.timeout_s} s\n"
            except KeyboardInterrupt:
                os.killpg(process.pid, signal.SIGKILL)
                sys.exit(130)
            if code == 124 and why:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            elif code != 0:
                why = f"exit code {code}\n"
            log.seek(0)
            text = log.read()
        return *tally(suite_json, text, code), text + why


def main():
    parser = argparse.ArgumentParser(prog="tidemark test", description="the test suite")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="by name; or 'nightly'")
    parser.add_argument("--list", action="store_true", help="show the suites and stop")
    parser.add_argument("--quiet", action="store_true", help="only the last line and the failures")
    parser.add_argument("--build", type=Path, default=os.environ.get("TIDEMARK_BUILD_DIR"))
    arguments = parser.parse_args()
    build = Path(arguments.build or ROOT / "build").resolve()

    suites = [*meson_suites(build), *SUITES]
    if arguments.list:
        for suite in suites:
            print(f"{suite.name:20} {suite.tier}")
        return 0

    totals = [0, 0]
    for suite in select(suites, arguments.suites):
        begin = time.monotonic()
        passed, failed, log = run(suite, build)
        elapsed_s = time.monotonic() - begin
        totals = [totals[0] + passed, totals[1] + failed]
        if failed or not arguments.quiet:
            line = f"{suite.name:20} {passed:5} passed, {failed:3} failed  {elapsed_s:7.1f} s"
            print(line, flush=True)
        if failed:
            lines = log.rstrip().splitlines()
            if len(lines) > LOG_LINES_MAX:
                cut = len(lines) - LOG_LINES_MAX
                lines = [f"… {cut} lines before this are left out", *lines[cut:]]
            print("\n".join(f"  | {line}" for line in lines), flush=True)
    print(f"{totals[0]} passed, {totals[1]} failed")
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
