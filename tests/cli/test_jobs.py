# SPDX-License-Identifier: MIT
"""--jobs changes how long it takes and nothing else; --shake looks at memory."""

import os
import pathlib
import re
import signal
import time

from program import Failed, check
from test_campaign import wait_until_it_catches

PASSING = re.compile(r'"(elapsed_s|executions_per_s)": [^,\n]*')


def report(tidemark, name, *words):
    """The report byte for byte, but for the time that passed and the words that were typed."""
    tidemark(*words, "--json", name)
    text = (tidemark.folder / name).read_text()
    text = re.sub(r'"command": \[.*?\]', '"command": []', text, flags=re.S)
    return PASSING.sub(r'"\1": 0', text)


def test_jobs_change_nothing_of_a_report(tidemark):
    words = ("run", "--seed", "7", "--executions", "500")
    alone = report(tidemark, "1.json", *words, "--jobs", "1")
    check('"executions": 500' in alone, alone[:2000])
    for jobs in ("2", "3"):
        check(report(tidemark, f"{jobs}.json", *words, "--jobs", jobs) == alone,
              f"{jobs} jobs report something else")


def test_jobs_find_the_same_failure(tidemark):
    words = ("run", "--mutant", "track_after_unlock", "--seed", "1", "--executions", "20000",
             "two_flushers")
    alone = report(tidemark, "1.json", *words)
    check('"verdict": "violated"' in alone, alone[:2000])
    for jobs in ("2", "3"):
        check(report(tidemark, f"{jobs}.json", *words, "--jobs", jobs) == alone,
              f"{jobs} jobs report something else")


def test_mutants_are_judged_side_by_side(tidemark):
    words = ("mutants", "failed_send", "--no-shrink", "--executions", "2000")
    alone = report(tidemark, "1.json", *words)
    check(alone.count('"mutant": true') > 1, "one mutant alone shows little")
    check(report(tidemark, "2.json", *words, "--jobs", "2") == alone, "another report")


def test_a_process_that_dies_is_a_fault_of_the_harness(tidemark):
    running = tidemark.start("run", "--time", "120s", "--jobs", "2", "--json", "out.json")
    try:
        os.kill(first_child(running.pid), signal.SIGKILL)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    check(running.returncode == 70, f"exit {running.returncode}\n{out}{err}")
    check(re.search(r"ended by signal 9 \(Killed\) in execution \d+", out), out)


def children_of(pid):
    return [int(child) for child in
            pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def first_child(pid):
    """A process that was started by another, as soon as there is one."""
    for _ in range(1000):
        children = children_of(pid)
        if children:
            return children[0]
        time.sleep(0.01)
    raise Failed("no other process was started")


def test_an_interrupt_ends_all_of_them(tidemark):
    running = tidemark.start("run", "--time", "120s", "--jobs", "2", "--json", "out.json")
    try:
        wait_until_it_catches(running.pid, signal.SIGINT)
        child = first_child(running.pid)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    check(running.returncode == 130, f"exit {running.returncode}\n{out}{err}")
    check(not pathlib.Path(f"/proc/{child}").exists(), "a process goes on")
    check(tidemark.read_json("out.json")["scenarios"], "no report")


def test_an_interrupt_of_a_terminal_reaches_all_and_ends_them_once(tidemark):
    # A terminal sends it to every process in the foreground, and the impatient send it twice.
    running = tidemark.start("run", "--time", "120s", "--jobs", "3", "--json", "out.json",
                             alone=True)
    try:
        wait_until_it_catches(running.pid, signal.SIGINT)
        first_child(running.pid)
        for child in children_of(running.pid):
            for number in (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGTERM):
                deliver(child, number)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    check(running.returncode == 130, f"exit {running.returncode}\n{out}{err}")
    check("interrupted" in out and "ended by" not in out, out)
    check(tidemark.read_json("out.json")["scenarios"], "no report")


def deliver(pid, number):
    """Sends a signal and waits until it has come: two that wait at once are one."""
    os.kill(pid, number)
    for _ in range(1000):
        try:
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
        except FileNotFoundError as gone:
            raise Failed(f"{signal.Signals(number).name} ended a process") from gone
        waiting = re.search(r"ShdPnd:\s*([0-9a-f]+)", status).group(1)
        if not int(waiting, 16) & (1 << (number - 1)):
            return
        time.sleep(0.01)
    raise Failed("a signal never came")


def test_the_end_of_the_first_ends_all_of_them(tidemark):
    running = tidemark.start("run", "--time", "120s", "--jobs", "2")
    child = first_child(running.pid)
    running.kill()
    running.communicate(timeout=60)
    for _ in range(1000):
        if not pathlib.Path(f"/proc/{child}").exists():
            return
        time.sleep(0.01)
    raise Failed("a process outlives the one that started it")


def test_a_number_of_jobs_is_checked(tidemark):
    for wrong in ("0", "-1", "many", "2000"):
        tidemark.refuses("run", "--jobs", wrong, says=["--jobs does not take", "from 1 to 1024"])


def test_shaken_runs_hold(tidemark):
    words = ("run", "--seed", "1", "--executions", "200")
    plain = report(tidemark, "plain.json", *words)
    check(report(tidemark, "shaken.json", *words, "--shake") == plain, "--shake changes results")
