#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Everything built by another compiler, and what it has to show: the kernel's tests and a campaign.

The gate runs the kernel's tests on bodies from every compiler, beneath one build. This is the whole
program of one compiler, as a user has it who configures with CXX set. The last line is "N passed,
N failed".
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = "sim/cli/tidemark"
KERNEL = "tests/kernel/kernel_test"
EXECUTIONS = "5000"


def steps_of(compiler, build):
    """What is run, by name, each with its environment."""
    as_usual = dict(os.environ)
    chosen = as_usual | {"CXX": compiler}
    if not (build / "build.ninja").is_file():
        yield "configure", ["meson", "setup", build, ROOT], chosen
    yield "build", ["ninja", "-C", build, PROGRAM, KERNEL], as_usual
    yield "kernel", [build / KERNEL, "--gtest_brief=1"], as_usual
    campaign = ["run", "--quiet", "--seed", "1", "--executions", EXECUTIONS]
    yield "campaign", [build / PROGRAM, *campaign], as_usual


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("compiler", help="a command, as clang++-19")
    parser.add_argument("--build", type=Path, required=True, help="the folder to build beside")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    build = build.with_name(f"{build.name}-{arguments.compiler}")

    passed, failed = 0, 0
    for name, command, environment in steps_of(arguments.compiler, build):
        print(f"{name}: {' '.join(map(str, command))}", flush=True)
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode == 0:
            passed += 1
            continue
        failed += 1
        print(done.stdout, flush=True)
        print(f"{name}: exit code {done.returncode}")
        if name in ("configure", "build"):
            break  # nothing to run
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
