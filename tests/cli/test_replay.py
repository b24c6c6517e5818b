# SPDX-License-Identifier: MIT
"""A printed failure replays from its last line, and from its file; changed code is noticed."""

import json
import re

from program import check, forge
from test_bad_input import token_of

CODES = {"violated": 1, "liveness": 4}


def fail_with(tidemark, mutant, *words):
    """A failing run of the scenario that has to catch it: its report's entry, and the output."""
    patch = tidemark.build / f"include/tidemark/scenarios/mutants/{mutant}.patch"
    scenario = re.search(r"^# scenario: (\S+)$", patch.read_text(), re.MULTILINE)[1]
    result = tidemark("run", scenario, "--mutant", mutant, "--seed", "1", "--executions", "20000",
                      "--json", "out.json", *words)
    failed = [each for each in tidemark.read_json("out.json")["scenarios"] if each["failure"]]
    check(failed, f"nothing fails with {mutant}\n{result}")
    result.expect(CODES[failed[0]["verdict"]])
    return failed[0], result


def mutants_of(tidemark):
    entries = []
    for patch in sorted((tidemark.build / "include/tidemark/scenarios/mutants").glob("*.patch")):
        entries.append(patch.stem)
    check(entries, "no mutant to fail with")
    return entries


def test_the_last_line_of_each_failure_repeats_it(tidemark):
    for mutant in mutants_of(tidemark):
        entry, failing = fail_with(tidemark, mutant)
        line = failing.last_line()
        match = re.fullmatch(r"\./tidemark replay (tm1-\S+)", line)
        check(match, f"the last line is '{line}'")
        again = tidemark("replay", match[1]).expect(failing.code, entry["failure"]["message"])
        check(again.last_line() == line, f"the replay ends with '{again.last_line()}'")
        check(len(match[1]) <= 200, "the token is too long")
        shown = failing.out[failing.out.index("failed "):]
        check(again.out.splitlines()[0] == shown.splitlines()[0], "another title")


def test_a_recording_repeats_the_failure(tidemark):
    entry, failing = fail_with(tidemark, mutants_of(tidemark)[0], "--artifacts", "kept")
    file = entry["failure"]["file"]
    check(file == f"kept/{entry['name']}/failure.json", f"file is {file}")
    trace = (tidemark.folder / file).with_name("trace.txt").read_text()
    check(entry["failure"]["message"] in trace, "the trace lacks the message")
    tidemark("replay", file).expect(failing.code, entry["failure"]["message"])


def test_a_recording_that_no_longer_fits_says_where(tidemark):
    entry, _ = fail_with(tidemark, mutants_of(tidemark)[0], "--artifacts", "kept")
    file = entry["failure"]["file"]
    recording = tidemark.read_json(file)
    index = next(i for i, each in enumerate(recording["choices"])
                 if each[0] == "schedule" and i > 3)
    recording["choices"][index][1] += 1
    (tidemark.folder / "changed.json").write_text(json.dumps(recording))
    tidemark("replay", "changed.json").expect(
        6, "no longer matches the code: they part at step", "expected: ", "came: ",
        f"choice {index}: recorded schedule")


def test_a_recording_cut_short_says_what_was_missing(tidemark):
    entry, _ = fail_with(tidemark, mutants_of(tidemark)[0], "--artifacts", "kept")
    recording = tidemark.read_json(entry["failure"]["file"])
    recording["choices"] = recording["choices"][: len(recording["choices"]) // 2]
    (tidemark.folder / "cut.json").write_text(json.dumps(recording))
    tidemark("replay", "cut.json").expect(6, "recorded no further choice")


def test_a_token_of_other_code_is_noticed(tidemark):
    entry, _ = fail_with(tidemark, mutants_of(tidemark)[0])
    token = entry["failure"]["token"]
    marks = re.search(r"-n(\d+)\.([0-9a-f]+)-", token)
    check(marks, f"no fingerprint in {token}")
    half = len(marks[2]) // 4 * 2
    changed = marks[2][:half] + "".join(f"{15 - int(digit, 16):x}" for digit in marks[2][half:])
    tidemark("replay", forge(token, marks[2], changed)).expect(
        6, "no longer matches the code: they part at step", "expected: ", "came: ")
    # The same seed over the code as it is walks another way, or at least ends otherwise.
    mutant = re.search(r"@(\w+)-", token)[1]
    plain = tidemark("replay", forge(token, f"@{mutant}", ""))
    check(plain.code in (0, 6), f"{plain}")


def test_an_execution_that_holds_can_be_shown(tidemark):
    name = tidemark("list").expect(0).out.splitlines()[0]
    tidemark("replay", token_of(name)).expect(0, f"held {name}", "steps", "core/")
