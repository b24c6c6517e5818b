#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the benchmarks that the meson.build files declare, one after the other, and shows them.

A benchmark fails by its exit code: it knows what it must reach. Exit codes: 0, 1 some failed,
2 an unknown benchmark.
"""

import argparse
import difflib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main():
    parser = argparse.ArgumentParser(prog="tidemark bench", description="the benchmarks")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="by name; all by default")
    parser.add_argument("--list", action="store_true", help="show the benchmarks and stop")
    parser.add_argument("--quiet", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--build", type=Path, default=os.environ.get("TIDEMARK_BUILD_DIR"))
    arguments = parser.parse_args()
    build = Path(arguments.build or ROOT / "build-bench").resolve()

    declared = json.loads((build / "meson-info/intro-benchmarks.json").read_text())
    commands = {entry["name"]: entry for entry in declared}
    for name in arguments.suites:
        if name not in commands:
            print(f"error: unknown benchmark '{name}'", file=sys.stderr)
            near = difflib.get_close_matches(name, commands, 1)
            if near:
                print(f"  help: did you mean '{near[0]}'?", file=sys.stderr)
            print("  note: `tidemark bench --list` shows them all", file=sys.stderr)
            return 2
    if arguments.list:
        print("\n".join(commands))
        return 0

    failed = []
    for name in arguments.suites or commands:
        print(f"== {name}", flush=True)
        entry = commands[name]
        environment = {**os.environ, **entry["env"], "TIDEMARK_BUILD_DIR": str(build)}
        result = subprocess.run(entry["cmd"], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)
        if result.returncode != 0:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
