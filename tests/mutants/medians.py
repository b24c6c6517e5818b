#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many executions it takes to catch each mutant: the median over twenty seeds.

Usage: medians.py PROGRAM [--seeds N] [--update PAGE]

One seed may be lucky. A median of at most 5 000 executions is asked for; a campaign that has not
found its mutant by then counts as one that never does. No seed may catch a mutant by a property
that it does not name. The counts depend on the seeds alone, so the table is the same on every
machine. `--update` puts it into a page, between the two lines that mark its place. Ends with a line
"N passed, N failed".
"""

import argparse
import pathlib
import re
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True

from calls import judge  # noqa: E402

EXECUTIONS_MAX = 5000
SEEDS = 20
NEVER = float("inf")
PLACE = re.compile(r"(<!-- medians: begin -->\n).*?(<!-- medians: end -->\n)", re.S)


def is_caught(entry):
    return entry["failure"] is not None and entry["failure"]["property"] in entry["named"]


class Mutant:
    """What the campaigns of all seeds said of one mutant."""

    def __init__(self, name):
        self.name = name
        self.scenario = ""
        self.counts = []  # executions until it was caught, by seed
        self.otherwise = []  # what else was found, as sentences

    def add(self, seed, entry):
        self.scenario = entry["scenario"]
        failure = entry["failure"]
        self.counts.append(failure["execution"] + 1 if is_caught(entry) else NEVER)
        if failure and not is_caught(entry):
            self.otherwise.append(f"seed {seed} finds {failure['property']}, which is not named")

    def median(self):
        return statistics.median_high(self.counts)

    def wrong(self):
        slow = [f"the median is above {EXECUTIONS_MAX} executions"]
        return self.otherwise + (slow if self.median() > EXECUTIONS_MAX else [])


def measure(program, seeds):
    """Every mutant, sorted by name."""
    mutants = {}
    with tempfile.TemporaryDirectory(prefix="tidemark-medians-") as scratch:
        report = pathlib.Path(scratch) / "report.json"
        for seed in range(1, seeds + 1):
            words = ("--no-shrink", "--seed", str(seed), "--executions", str(EXECUTIONS_MAX))
            for entry in judge(program, report, *words, quiet=True)[0]:
                if "trouble" in entry:
                    sys.exit(f"{entry['name']}: {entry['trouble']}")
                mutants.setdefault(entry["name"], Mutant(entry["name"])).add(seed, entry)
    return [mutants[name] for name in sorted(mutants)]


def word(count):
    return "never" if count == NEVER else f"{count:,}".replace(",", " ")


def table(mutants):
    """As Markdown."""
    rows = ["| mutant | explored by | median | least | most |", "|---|---|---:|---:|---:|"]
    rows += [f"| `{each.name}` | `{each.scenario}` | {word(each.median())} "
             f"| {word(min(each.counts))} | {word(max(each.counts))} |" for each in mutants]
    return "\n".join(rows) + "\n"


def update(page, rows):
    text = page.read_text()
    changed, places = PLACE.subn(lambda found: found[1] + rows + found[2], text)
    if places != 1:
        sys.exit(f"{page.name} has {places} places for the table")
    page.write_text(changed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--update", type=pathlib.Path, metavar="PAGE")
    words = parser.parse_args()
    mutants = measure(words.program, words.seeds)
    rows = table(mutants)
    print(rows, end="")
    if words.update:
        update(words.update, rows)
    for each in mutants:
        for sentence in each.wrong():
            print(f"{each.name}: {sentence}")
    failed = sum(bool(each.wrong()) for each in mutants)
    print(f"{len(mutants) - failed} passed, {failed} failed")
    return 1 if failed or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
