#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The project's own lint: each check runs on samples, good and bad, and then on the tree.

The last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 2 an unknown check.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
from tree import Tree  # noqa: E402

CHECKS = [
    importlib.import_module(f"checks.{file.stem}") for file in sorted(HERE.glob("checks/*.py"))
]


def self_test(check):
    """What is wrong with the check itself, one sentence each."""
    if hasattr(check, "self_test"):
        return list(check.self_test())
    problems = [f"reports the good sample: {found}" for found in check.check(Tree(check.GOOD))]
    for number, sample in enumerate(check.BAD, 1):
        if not list(check.check(Tree(sample))):
            problems.append(f"bad sample {number} was not noticed: {sorted(sample)}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checks", nargs="*", metavar="CHECK", help="all by default")
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="what was built")
    parser.add_argument("--fix", action="store_true", help="rewrite what can be, then stop")
    arguments = parser.parse_args()
    unknown = set(arguments.checks) - {check.NAME for check in CHECKS}
    if unknown:
        print(f"error: unknown check '{unknown.pop()}'", file=sys.stderr)
        print(f"  note: there are {', '.join(c.NAME for c in CHECKS)}", file=sys.stderr)
        return 2

    tree = Tree.checkout(ROOT, arguments.build.resolve())
    chosen = [c for c in CHECKS if not arguments.checks or c.NAME in arguments.checks]
    if arguments.fix:
        for check in chosen:
            if hasattr(check, "fix"):
                check.fix(tree)
        return 0

    passed, failed = 0, 0
    for check in chosen:
        begin = time.monotonic()
        problems = self_test(check)
        findings = list(check.check(tree))
        errors = [finding for finding in findings if not finding.warning]
        bad = bool(problems) + bool(errors)
        passed, failed = passed + 2 - bad, failed + bad
        elapsed_s = time.monotonic() - begin
        print(f"{check.NAME:20} {'FAILED' if bad else 'ok':6} {elapsed_s:6.1f} s")
        for problem in problems:
            print(f"  the check itself: {problem}")
        for finding in findings:
            print(f"  {finding}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
