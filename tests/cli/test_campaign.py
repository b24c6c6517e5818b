# SPDX-License-Identifier: MIT
"""What `list` and `run` promise to scripts: reports, fixed seeds, exit codes, a clean stop."""

import pathlib
import signal
import time

from program import Failed, check

ENTRY = {"name", "verdict", "mode", "complete", "reduction", "bound", "executions", "blocked",
         "distinct", "steps", "elapsed_s", "executions_per_s", "strategies", "goals", "failure"}


def test_help_lists_what_exists(tidemark):
    text = tidemark("--help").expect(0, "list", "run", "verify", "check", "replay", "mutants").out
    for verb in ("merge", "bench"):
        check(f"  {verb} " not in text, f"the help lists '{verb}', which does not exist")
    tidemark("run", "--help").expect(0, "--executions", "--seed", "--json")
    tidemark("--version").expect(0, "tidemark 0")


def test_list_in_both_forms(tidemark):
    text = tidemark("list", "--json", "list.json").expect(0).out
    entries = tidemark.read_json("list.json")["scenarios"]
    check(entries, "no scenario at all")
    for entry in entries:
        check(entry["name"] in text and entry["claim"] in text, f"{entry['name']} is not printed")
        check(entry["properties"], f"{entry['name']} names no property")


def test_a_fixed_campaign_is_the_same_every_time(tidemark):
    def explored(name):
        tidemark("run", "--seed", "3", "--executions", "400", "--json", name)
        report = tidemark.read_json(name)
        check(report["schema"] == 1 and report["seed"] == "0x3", f"head of {name}")
        for entry in report["scenarios"]:
            check(ENTRY <= set(entry), f"{entry['name']} lacks {ENTRY - set(entry)}")
            check(entry["executions"] == 400 or entry["failure"], f"{entry['name']} ran too little")
        return [(each["name"], each["verdict"], each["steps"], each["distinct"], each["goals"])
                for each in report["scenarios"]]

    check(explored("one.json") == explored("two.json"), "two runs of one seed differ")


def test_another_seed_explores_something_else(tidemark):
    seen = set()
    for seed in ("1", "0x2", "0123456789abcdef0123456789abcdef01234567"):
        tidemark("run", "--seed", seed, "--executions", "50", "--json", "out.json")
        seen.add(tuple(each["steps"] for each in tidemark.read_json("out.json")["scenarios"]))
    check(len(seen) == 3, "seeds do not matter")


def test_a_time_budget_ends_the_campaign(tidemark):
    result = tidemark("run", "--time", "300ms", "--json", "out.json")
    check(result.code in (0, 5), f"{result}")
    check(all(each["executions"] > 0 for each in tidemark.read_json("out.json")["scenarios"]),
          "a scenario had no turn")


def test_the_environment_stands_in_for_flags(tidemark):
    tidemark("run", env={"TIDEMARK_SEED": "9", "TIDEMARK_EXECUTIONS": "20",
                         "TIDEMARK_JSON": "out.json"})
    report = tidemark.read_json("out.json")
    check(report["seed"] == "0x9", "TIDEMARK_SEED was not read")
    check(all(each["executions"] <= 20 for each in report["scenarios"]), "TIDEMARK_EXECUTIONS")


def test_interrupt_stops_cleanly(tidemark):
    running = tidemark.start("run", "--time", "120s", "--json", "out.json")
    try:
        wait_until_it_catches(running.pid, signal.SIGINT)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    check(running.returncode == 130, f"exit {running.returncode}\n{out}{err}")
    check("interrupted" in out, f"no summary\n{out}")
    check(tidemark.read_json("out.json")["scenarios"], "no report")


def wait_until_it_catches(pid, number):
    """Until the handler is installed; a signal before that would end the program as usual."""
    for _ in range(1000):
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        mask = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
        if int(mask, 16) & (1 << (number - 1)):
            return
        time.sleep(0.01)
    raise Failed("the program never caught the signal")
