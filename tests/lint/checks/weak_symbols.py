# SPDX-License-Identifier: MIT
"""No uninstrumented module takes the place of an instrumented weak symbol.

A template or inline function that two modules define is one symbol at run time: the first module's.
An uninstrumented copy of, say, `std::vector<Row>::push_back` that wins hides every access from the
detectors, silently. Version scripts keep such copies inside; this reads what they let out.
"""

import subprocess
import tempfile
from pathlib import Path

from tree import Finding

NAME = "weak_symbols"

UNINSTRUMENTED = (
    "sim/kernel/libtidemark_kernel.so",
    "sim/libtidemark_sim.so",
    "sim/cli/tidemark",
)
INSTRUMENTED = "scenarios/libtidemark_scenarios.so"

WEAK = frozenset("wWvVu")  # as nm prints it; u: one of its kind in the process


def dynamic_symbols(file):
    """Of the dynamic table, {name: letter of nm}; U, w or v where it is needed from elsewhere."""
    listed = subprocess.run(["nm", "-D", "-P", file], capture_output=True, text=True, check=True)
    pairs = (line.split()[:2] for line in listed.stdout.splitlines())
    return {name.split("@")[0]: letter for name, letter in pairs}


def taken_over(outer, inner):
    """Names that `outer` defines weakly and `inner` defines or needs."""
    weak = {name for name, letter in outer.items() if letter in WEAK - frozenset("wv")}
    return sorted(weak & inner.keys())


def check(tree):
    files = [Path(tree.build) / name for name in (*UNINSTRUMENTED, INSTRUMENTED)]
    for name, file in zip((*UNINSTRUMENTED, INSTRUMENTED), files):
        if not file.is_file():
            yield Finding(name, 0, "is not built, so it cannot be looked at")
    if not all(file.is_file() for file in files):
        return
    inner = dynamic_symbols(files[-1])
    for name, file in zip(UNINSTRUMENTED, files):
        for symbol in taken_over(dynamic_symbols(file), inner):
            message = f"its weak {demangled(symbol)} takes the place of an instrumented one"
            yield Finding(name, 0, message)


def demangled(symbol):
    return subprocess.run(["c++filt", symbol], capture_output=True, text=True).stdout.strip()


SHARED = "template <class T> __attribute__((noinline)) T shared(T a) { return a + 1; }\n"


def self_test():
    """Builds two modules that share a template, first exported and then kept inside."""
    with tempfile.TemporaryDirectory() as scratch:

        def build(name, body, *flags):
            source, module = Path(scratch) / f"{name}.cpp", Path(scratch) / f"{name}.so"
            source.write_text(SHARED + body)
            command = ["g++", "-shared", "-fPIC", *flags, "-o", module, source]
            subprocess.run(command, check=True)
            return dynamic_symbols(module)

        script = Path(scratch) / "only.map"
        script.write_text('{ global: extern "C++" { "outer*"; }; local: *; };\n')
        inner = build("inner", "int inner() { return shared(1); }\n")
        leaking = build("leaking", "int outer() { return shared(2); }\n")
        closed = build(
            "closed", "int outer() { return shared(2); }\n", f"-Wl,--version-script={script}"
        )
    if not taken_over(leaking, inner):
        yield "an exported template that both modules define was not noticed"
    if taken_over(closed, inner):
        yield "a template that stays inside was reported"
