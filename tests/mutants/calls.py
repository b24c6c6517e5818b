# SPDX-License-Identifier: MIT
"""Calls `tidemark mutants` and reads its report."""

import json
import resource
import subprocess
import sys

HELD, VIOLATED = 0, 1


def judge(program, report, *words, quiet=False):
    """One entry a mutant, in their order, and the exit code: 0, or 1 where one was not caught.

    Anything else is no answer, and ends the script.
    """
    done = subprocess.run([program, "mutants", "--quiet", "--json", str(report), *words],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if not quiet or done.returncode not in (HELD, VIOLATED):
        print(done.stdout, end="", flush=True)
    if done.returncode not in (HELD, VIOLATED):
        sys.exit(done.returncode)
    with open(report, encoding="utf-8") as text:
        return json.load(text)["scenarios"], done.returncode


def shrink_seconds(program, token):
    """Of the processor, for `tidemark shrink`: a busy machine adds nothing."""
    before = processor_seconds()
    done = subprocess.run([program, "shrink", token], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if "./tidemark replay " not in done.stdout:
        sys.exit(f"shrink {token} ended with {done.returncode}\n{done.stdout}")
    return processor_seconds() - before


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
