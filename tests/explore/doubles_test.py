#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs executions of every scenario in two processes each, and compares what they left behind.

Usage: doubles_test.py SIGNATURES EXECUTIONS

The simulator keeps the memory of an execution at fixed addresses, but code, globals, the host's
heap and its stack lie where the system puts them, elsewhere in each process. So the second run of
an execution is that of another process, and in shaken memory as well: a difference in any address
or unwritten byte that reaches a choice or a value parts the hashes. That the layouts differ is
checked too; without address space randomization the comparison would show less than it says, and
fails. So does it where a planted scenario, which depends on its program's address, does not part.

EXECUTIONS are shared out evenly among the scenarios, over several pairs of processes; the pairs
take turns with the random walk and PCT. Ends with a line "N passed, N failed", where one pair that
agrees on all of its executions is one that passed.
"""

import math
import subprocess
import sys

ROUNDS = 12
DEPTHS = (0, 2, 3)  # of PCT; 0 is the random walk
SHOWN_MAX = 5
PLANTED = "planted/"


def signatures(program, first, count, depth, shake):
    """Starts a process; its first line is its layout, each other an execution."""
    words = [program, *map(str, (first, count, depth, shake))]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def lines_of(process):
    """The layout, the executions of the scenarios and those of the planted one."""
    out, _ = process.communicate()
    if process.returncode != 0:
        sys.exit(f"{' '.join(process.args)} ended with {process.returncode}")
    layout, *executions = out.splitlines()
    planted = [line for line in executions if line.startswith(PLANTED)]
    return layout, executions[:len(executions) - len(planted)], planted


def compare(plain, shaken):
    """The executions that two processes report otherwise, as lines to print."""
    if len(plain) != len(shaken):
        return [f"{len(plain)} executions in one process, {len(shaken)} in the other"]
    return [f"{one}\n  shaken: {other}" for one, other in zip(plain, shaken) if one != other]


def rounds(executions, scenarios):
    """First execution and how many of each round, for every scenario."""
    bounds = [math.ceil(executions * each / scenarios / ROUNDS) for each in range(ROUNDS + 1)]
    return [(first, max(1, end - first)) for first, end in zip(bounds, bounds[1:])]


def main():
    program, executions = sys.argv[1], int(sys.argv[2])
    scenarios = len(lines_of(signatures(program, 0, 1, 0, 0))[1])
    layouts, compared, failed = set(), 0, 0
    for each, (first, count) in enumerate(rounds(executions, scenarios)):
        depth, shake = DEPTHS[each % len(DEPTHS)], each + 1
        pair = [signatures(program, first, count, depth, how) for how in (0, shake)]
        (layout, plain, planted), (other_layout, shaken, planted_shaken) = map(lines_of, pair)
        layouts |= {layout, other_layout}
        wrong = compare(plain, shaken)
        if len(compare(planted, planted_shaken)) != count:
            wrong.append("the planted dependence on an address was not noticed")
        compared += len(plain)
        failed += bool(wrong)
        for line in wrong[:SHOWN_MAX]:
            print(f"seed 1, PCT depth {depth}, shake {shake}: {line}")
    print(f"{compared} double runs of {scenarios} scenarios in {len(layouts)} memory layouts")
    passed = ROUNDS - failed
    if len(layouts) < 2 * ROUNDS:
        print("processes share a memory layout: is address space randomization switched off?")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
