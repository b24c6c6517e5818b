# SPDX-License-Identifier: MIT
"""Which function of some C++ files may call which, read from their relocations.

The files are compiled without inlining and with a section for each function and each table, so
that whatever a function names, calls or not, is a relocation of its section: calls through virtual
tables, callbacks and thread entries are found like any other. What is called inside of compiled
libraries is not.
"""

import concurrent.futures
import re
import shutil
import subprocess
from pathlib import Path

FLAGS = ("-std=c++20", "-O0", "-fno-inline", "-fPIC", "-ffunction-sections", "-fdata-sections")

RELOCATIONS = re.compile(r"^RELOCATION RECORDS FOR \[(\S+)\]:")
RELOCATION = re.compile(r"^[0-9a-f]+\s+R_\S+\s+(\S+?)(?:[+-]0x[0-9a-f]+)?$")
SYMBOL = re.compile(r"^[0-9a-f]+ .{7} (\S+)\t[0-9a-f]+\s+(?:\.hidden )?(\S+)$")


class CallGraph:
    """Functions by their readable names, and what each of them names."""

    def __init__(self, sources, include, scratch):
        compiler = ["ccache", "g++"] if shutil.which("ccache") else ["g++"]
        command = [*compiler, *FLAGS, f"-I{include}"]
        objects = [Path(scratch) / f"{number}.o" for number, _ in enumerate(sources)]

        def compile_one(pair):
            subprocess.run([*command, "-c", pair[0], "-o", pair[1]], check=True)

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(compile_one, zip(sources, objects)))
        # Tables and functions alike are nodes: by section where this code defines them.
        self.edges = {}
        self.home = {}  # of a symbol: the node that defines it
        for file in objects:
            self._read(file)
        self.names = self._readable()

    def _read(self, file):
        own = str(file)
        listed = subprocess.run(
            ["objdump", "-rtw", file], capture_output=True, text=True, check=True
        ).stdout
        source = None
        for line in listed.splitlines():
            if match := SYMBOL.match(line):
                section, symbol = match.groups()
                if section.startswith(".") and not symbol.startswith("."):
                    self.home.setdefault(self._key(symbol, own), self._key(section, own))
            elif match := RELOCATIONS.match(line):
                source = self._key(match[1], own)
            elif source and (match := RELOCATION.match(line)):
                self.edges.setdefault(source, set()).add(self._key(match[1], own))

    @staticmethod
    def _key(name, own):
        """Names without external linkage belong to their file."""
        shared = name.startswith((".text._Z", ".data.rel.ro", ".rodata._Z", "_Z"))
        if shared and "_GLOBAL__N_" not in name:
            return name
        return f"{own}:{name}" if name.startswith(".") or "_GLOBAL__N_" in name else name

    def _readable(self):
        symbols = sorted(self.home)
        mangled = "\n".join(symbol.rsplit(":", 1)[-1] for symbol in symbols)
        listed = subprocess.run(["c++filt"], input=mangled, capture_output=True, text=True)
        return dict(zip(symbols, listed.stdout.splitlines()))

    def node(self, symbol):
        return self.home.get(symbol, symbol)

    def named(self, *beginnings):
        """The symbols that this code defines whose readable name begins so."""
        return {symbol for symbol, name in self.names.items() if name.startswith(beginnings)}

    def reach(self, symbols, but=()):
        """All nodes that can be got to from `symbols`, not through any of `but`."""
        closed = {self.node(symbol) for symbol in but}
        seen, open_nodes = set(), [self.node(symbol) for symbol in symbols]
        while open_nodes:
            node = open_nodes.pop()
            if node in seen or node in closed:
                continue
            seen.add(node)
            open_nodes.extend(self.node(target) for target in self.edges.get(node, ()))
        return seen
