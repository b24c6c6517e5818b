# SPDX-License-Identifier: MIT
"""Every suite of `./tidemark test`, in the order in which they run.

A test that a `meson.build` declares with `test()` is a suite by itself and needs no line here. This
table adds what is not one executable: scripts, and gates that run the built program.
"""

from dataclasses import dataclass

GATE = "gate"  # always
NIGHTLY = "nightly"  # only when asked for: `./tidemark test nightly`


@dataclass(frozen=True)
class Suite:
    """One line of the result.

    `command` may use {root}, {build}, {program} and {json}. What passed and failed is read, in this
    order, from the file {json} (of GoogleTest, or of the program), from a last line "N passed, N
    failed", or from the exit code. An exit code other than 0 is always a failure.
    """

    name: str
    command: tuple[str, ...]
    tier: str = GATE
    timeout_s: int = 900
    environment: tuple[tuple[str, str], ...] = ()
    directory: str = "{root}"  # where it runs


# Seeds and counts are fixed: the same executions on every run, so that a goal cannot flake.
CAMPAIGN = ("{program}", "run", "--quiet", "--shake", "--seed", "1", "--json", "{json}",
            "--executions")
MUTANTS = ("{root}/tests/mutants/gate.py", "{program}", "{json}", "--seed", "1", "--executions")

# Random programs, and every graph of each compared with the axioms, or with all schedules: the gate
# has 2 000 of them.
PROGRAMS = ("{build}/tests/graph/search_test", "--gtest_filter=Search.*Random*")

SUITES = (
    Suite("lint", ("{root}/tests/lint/lint.py", "--build", "{build}")),
    Suite("launcher", ("{root}/tests/launcher/launcher_test.py",)),
    Suite("suite_driver", ("{root}/tests/launcher/driver_test.py",)),
    Suite("pages", ("{root}/tests/docs/page_test.py", "--program", "{program}",
                    "{root}/docs/writing-a-scenario.md")),
    Suite("packaging", ("{root}/tests/packaging/packaging_test.py", "--build", "{build}")),
    Suite("campaign", (*CAMPAIGN, "20000")),
    Suite("mutants", (*MUTANTS, "20000")),
    *(
        Suite(
            f"compiler_{name.replace('++-', '')}",
            ("{root}/tests/compilers/compiler_test.py", name, "--build", "{build}"),
            tier=NIGHTLY,
            timeout_s=2 * 3600,
        )
        for name in ("clang++-14", "clang++-19")
    ),
    Suite("campaign_long", (*CAMPAIGN, "2000000"), tier=NIGHTLY, timeout_s=4 * 3600),
    Suite(
        "doubles_long",
        ("{root}/tests/explore/doubles_test.py", "{build}/tests/explore/signatures", "100000"),
        tier=NIGHTLY,
        timeout_s=2 * 3600,
    ),
    Suite(
        "graph_long",
        (*PROGRAMS, "--gtest_output=json:{json}"),
        tier=NIGHTLY,
        timeout_s=2 * 3600,
        environment=(("TIDEMARK_PROGRAMS", "200000"),),
    ),
    Suite("mutants_medians", ("{root}/tests/mutants/medians.py", "{program}"), tier=NIGHTLY,
          timeout_s=2 * 3600),
    Suite("mutants_long", (*MUTANTS, "200000"), tier=NIGHTLY, timeout_s=4 * 3600),
)
