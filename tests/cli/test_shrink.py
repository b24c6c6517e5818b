# SPDX-License-Identifier: MIT
"""Failures are shown shrunk and repeat from what is printed; those of PCT campaigns too."""

import re

from program import check
from test_replay import fail_with, mutants_of


def test_a_failure_is_shown_shrunk_unless_told_otherwise(tidemark):
    mutant = "track_after_unlock"
    found = fail_with(tidemark, mutant, "--no-shrink")[0]["failure"]
    shrunk = fail_with(tidemark, mutant)[0]["failure"]
    check(found["shrink_executions"] == 0, f"--no-shrink tried {found['shrink_executions']}")
    check(shrunk["shrink_executions"] > 0, "nothing was tried")
    for key in ("property", "category", "execution"):
        check(found[key] == shrunk[key], f"{key} became {shrunk[key]}")
    check(shrunk["switches"] <= found["switches"] and shrunk["faults"] <= found["faults"],
          f"not simpler: {found} {shrunk}")
    check(shrunk["steps"] <= 24, f"{shrunk['steps']} rows")


def test_a_recording_is_shrunk_by_the_verb(tidemark):
    entry, failing = fail_with(tidemark, mutants_of(tidemark)[0], "--no-shrink",
                               "--artifacts", "kept")
    result = tidemark("shrink", entry["failure"]["file"]).expect(failing.code)
    line = re.fullmatch(r"\./tidemark replay (\S+)", result.last_line())
    check(line, f"the last line is '{result.last_line()}'")
    again = tidemark("replay", line[1], "--slice").expect(failing.code)
    check(again.out == result.out, f"{again}\nis not\n{result}")
    check(tidemark("shrink", entry["failure"]["token"]).expect(failing.code).last_line() ==
          result.last_line(), "the token is shrunk to something else")


def test_what_does_not_fail_cannot_be_shrunk(tidemark):
    tidemark.refuses("shrink", "nowhere.json", says=["neither a token nor a file"])
    tidemark.refuses("shrink", says=["needs an argument"])


def test_a_failure_of_pct_repeats(tidemark):
    for shrink in ((), ("--no-shrink",)):
        entry, failing = fail_with(tidemark, "track_after_unlock", "--strategy", "pct:3", *shrink)
        check(entry["failure"]["strategy"] == "pct:3", f"{entry['failure']['strategy']}")
        token = entry["failure"]["token"]
        check("-p3-" in token, f"no strategy in {token}")
        tidemark("replay", token).expect(failing.code, entry["failure"]["message"])


def test_a_depth_of_pct_is_checked(tidemark):
    tidemark.refuses("run", "--strategy", "pct:0", says=["unknown strategy 'pct:0'", "pct:1"])
