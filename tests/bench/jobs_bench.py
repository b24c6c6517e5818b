#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `--jobs 2` explores in a time, as a ratio of two separate processes at the same time.

Usage: jobs_bench.py PROGRAM. Fails below 0.95. Both ways run the same number of executions, one
after the other and in turn, so that what else the machine does falls on both.
"""

import statistics
import subprocess
import sys
import time

SCENARIO = "publisher/two_flushers_acks_in_any_order"
EXECUTIONS = 40_000
ROUNDS = 7
RATIO_MIN = 0.95


def start(program, seed, executions, *words):
    return subprocess.Popen(
        [program, "run", SCENARIO, "--quiet", "--seed", str(seed), "--executions", str(executions),
         *words],
        stdout=subprocess.DEVNULL)


def seconds(*running):
    begin = time.monotonic()
    started = [start(*words) for words in running]
    for process in started:
        if process.wait() != 0:
            sys.exit(f"exploring failed with exit code {process.returncode}")
    return time.monotonic() - begin


def main():
    program = sys.argv[1]
    half = EXECUTIONS // 2
    ratios = []
    for _ in range(ROUNDS):
        apart = seconds((program, 1, half), (program, 2, half))
        together = seconds((program, 1, EXECUTIONS, "--jobs", "2"))
        ratios.append(apart / together)
    ratio = statistics.median(ratios)
    reached = ratio >= RATIO_MIN
    print(f"--jobs 2: {ratio:.2f} of two separate processes (at least {RATIO_MIN}: "
          f"{'reached' if reached else 'MISSED'}); each round: "
          + ", ".join(f"{each:.2f}" for each in ratios))
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
