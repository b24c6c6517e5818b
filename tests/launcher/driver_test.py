#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The suite driver on suites that pass, fail and lie. The last line is "N passed, N failed"."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def suite(name, script, timeout=30):
    command = ["sh", "-c", script]
    return {"name": name, "cmd": command, "env": {}, "workdir": None, "timeout": timeout}


GTEST = '{"testsuites": [], "tests": 5, "failures": 0, "errors": 0, "disabled": 1}'
CAMPAIGN = {"scenarios": [{"name": "a/b", "verdict": "held"}, {"name": "a/c", "verdict": "held"}]}
MUTANTS = {
    "scenarios": [
        {"mutant": True, "named": ["no_skip"], "failure": {"property": "no_skip"}},
        {"mutant": True, "named": ["no_skip"], "failure": {"property": "race"}},
        {"mutant": True, "named": ["no_skip"], "failure": None},
    ]
}


def writes(report):
    return f"printf '%s' '{json.dumps(report)}' >\"${{GTEST_OUTPUT#json:}}\""


SUITES = [
    suite("plain", "exit 0"),
    suite("broken", "echo the reason; exit 3"),
    suite("tallied", "echo 'of all: 4 passed, 2 failed'; exit 1"),
    suite("lying", "echo '4 passed, 0 failed'; exit 1"),
    suite("googletest", f"printf '%s' '{GTEST}' >\"${{GTEST_OUTPUT#json:}}\""),
    suite("campaign_like", writes(CAMPAIGN)),
    suite("mutants_like", writes(MUTANTS) + "; exit 1"),
    suite("absent", ""),
    suite("bent", '[ -z "$TIDEMARK_SEED" ]'),
    suite("relative", "[ -f meson-info/intro-tests.json ]"),
]
SUITES[7]["cmd"] = ["/nowhere/absent"]


class Driver(unittest.TestCase):
    def drive(self, *names):
        with tempfile.TemporaryDirectory() as build:
            info = Path(build) / "meson-info"
            info.mkdir()
            (info / "intro-tests.json").write_text(json.dumps(SUITES))
            return subprocess.run(
                [ROOT / "tests/run_suites.py", "--build", build, *names],
                env={"PATH": "/usr/bin:/bin", "TIDEMARK_SEED": "7"},
                capture_output=True,
                text=True,
            )

    def counts(self, name):
        return self.drive(name).stdout.splitlines()[-1]

    def test_counts_by_what_the_suite_says(self):
        for name, line in {
            "plain": "1 passed, 0 failed",
            "broken": "0 passed, 1 failed",
            "tallied": "4 passed, 2 failed",
            "googletest": "4 passed, 0 failed",
            "campaign_like": "2 passed, 0 failed",
            "mutants_like": "1 passed, 2 failed",
            "absent": "0 passed, 1 failed",
        }.items():
            with self.subTest(name):
                self.assertEqual(self.counts(name), line)

    def test_a_bad_exit_code_is_a_failure_whatever_was_said(self):
        self.assertEqual(self.counts("lying"), "4 passed, 1 failed")

    def test_settings_of_the_caller_do_not_reach_a_suite(self):
        self.assertEqual(self.counts("bent"), "1 passed, 0 failed")

    def test_what_meson_declares_runs_in_the_build_directory(self):
        self.assertEqual(self.counts("relative"), "1 passed, 0 failed")

    def test_goes_on_after_a_failure_and_shows_its_log(self):
        result = self.drive("broken", "plain")
        self.assertEqual(result.returncode, 1)
        self.assertIn("  | the reason\n  | exit code 3\n", result.stdout)
        self.assertEqual(result.stdout.splitlines()[-1], "1 passed, 1 failed")

    def test_a_mistyped_name_is_refused_with_the_nearest(self):
        result = self.drive("tallid")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("did you mean 'tallied'?", result.stderr)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    failed = len({test.id() for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
