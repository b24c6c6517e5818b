#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each mutant has to be caught by a property that it names, and what is shown of it be short.

Usage: gate.py PROGRAM REPORT [FLAG…]: flags of `tidemark mutants`, which writes REPORT.

A failure is read as the rows of its column table and the preemptions in it. At most 16 rows and 3
preemptions for nine in ten mutants, 24 rows for all. The seconds of the processor that shrinking
takes are printed only: they are the machine's. Exit codes: those of `tidemark mutants`, and 1 where
the bounds do not hold.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

from calls import judge, shrink_seconds  # noqa: E402

ROWS_FEW, PREEMPTIONS_FEW, PART_FEW = 16, 3, 0.9
ROWS_MAX = 24


def is_short(failure):
    return failure["steps"] <= ROWS_FEW and failure["switches"] <= PREEMPTIONS_FEW


def bounds_broken(failures):
    """What is too long, as sentences; `failures` by mutant."""
    broken = [f"{name}: {failure['steps']} rows, at most {ROWS_MAX} may be"
              for name, failure in failures.items() if failure["steps"] > ROWS_MAX]
    few = sum(map(is_short, failures.values()))
    if few < PART_FEW * len(failures):
        broken.append(f"{few} of {len(failures)} failures have at most {ROWS_FEW} rows and "
                      f"{PREEMPTIONS_FEW} preemptions; {PART_FEW:.0%} of them have to")
    return broken


def show(entries, seconds):
    print(f"\n{'mutant':28} rows  preemptions  shrunk from  executions  seconds")
    for each in entries:
        if each["failure"] is None:
            continue
        failure = each["failure"]
        print(f"{each['name']:28} {failure['steps']:4} {failure['switches']:12} "
              f"{failure['steps_found']:12} {failure['shrink_executions']:11} "
              f"{seconds.get(each['name'], 0):8.1f}{'' if is_short(failure) else '  long'}")


def main():
    program, report, *flags = sys.argv[1:]
    entries, code = judge(program, report, *flags)
    failures = {each["name"]: each["failure"] for each in entries if each["failure"]}
    found, _ = judge(program, f"{report}.found", *flags, "--no-shrink", quiet=True)
    pathlib.Path(f"{report}.found").unlink()
    show(entries, {each["name"]: shrink_seconds(program, each["failure"]["token"])
                   for each in found if each["failure"]})
    broken = bounds_broken(failures)
    for sentence in broken:
        print(sentence)
    return code or bool(broken)


if __name__ == "__main__":
    sys.exit(main())
