#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Calls the built program as a user would. Ends with a line `N passed, N failed`.

Usage: cli_test.py PROGRAM [PART OF A TEST'S NAME]
"""

import inspect
import pathlib
import sys
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import test_bad_input  # noqa: E402
import test_campaign  # noqa: E402
import test_check  # noqa: E402
import test_corpus  # noqa: E402
import test_jobs  # noqa: E402
import test_machines  # noqa: E402
import test_mutants  # noqa: E402
import test_new  # noqa: E402
import test_own_class  # noqa: E402
import test_replay  # noqa: E402
import test_shake  # noqa: E402
import test_shrink  # noqa: E402
import test_verify  # noqa: E402
from program import Failed, Program  # noqa: E402


def tests():
    for module in (test_bad_input, test_campaign, test_corpus, test_jobs, test_machines,
                   test_replay, test_shake, test_shrink, test_verify, test_check, test_mutants,
                   test_new, test_own_class):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_") and function.__module__ == module.__name__:
                yield name.removeprefix("test_"), function


def main():
    path, wanted = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    passed = failed = 0
    for name, function in tests():
        if wanted not in name:
            continue
        try:
            with Program(path) as program:
                function(program)
            passed += 1
        except Failed as failure:
            failed += 1
            print(f"FAILED {name}: {failure}")
        except Exception:  # a broken test is a failed one; the others still run
            failed += 1
            print(f"FAILED {name}:\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
