# SPDX-License-Identifier: MIT
"""A machine to launch on: a copy of the launcher, and a PATH on which every tool is a stand-in.

Each stand-in writes its words to a log, so that a test sees what was run and in which order.
"""

import shutil
import stat
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Real tools that the launcher uses for itself.
REAL = ("sh", "dirname", "cat", "date", "grep", "rm", "mkdir", "mktemp", "touch", "ln", "sed")

STAND_INS = {
    "dpkg-query": 'shift 3; for p; do case " $INSTALLED " in *" $p "*) '
    'printf "installed:%s " "$p";; esac; done',
    "apt-get": 'exit "${APT_STATUS:-0}"',
    "id": 'echo "${USER_ID:-0}"',
    "meson": '[ "$1" != setup ] || { mkdir -p "$2"; : >"$2/build.ninja"; }',
    "ninja": 'printf "%s" "${NINJA_SAYS:-}"; exit "${NINJA_STATUS:-0}"',
    "python3": 'echo "python3 $*"',
}
PROGRAM = 'for word; do printf "<%s>" "$word"; done; exit 5'


class Machine:
    def __init__(self, scratch, without=(), installed=True):
        self.scratch = Path(scratch)
        self.checkout = self.scratch / "checkout"
        self.bin = self.scratch / "bin"
        self.log = self.scratch / "log"
        self.checkout.mkdir()
        self.bin.mkdir()
        self.log.touch()
        shutil.copy2(ROOT / "tidemark", self.checkout)
        for name in REAL:
            (self.bin / name).symlink_to(shutil.which(name))
        for name, body in STAND_INS.items():
            if name not in without:
                self.add(self.bin / name, body)
        self.environment = {"PATH": str(self.bin), "INSTALLED": "", "CI": "true"}
        if installed:
            self.environment["INSTALLED"] = self.packages("all")
        self.add(self.checkout / "build/sim/cli/tidemark", PROGRAM)

    def add(self, file, body):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'#!{shutil.which("sh")}\necho "{file.name} $*" >>{self.log}\n{body}\n')
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def packages(self, group):
        """The launcher's own list: `program`, `test`, `bench`, or all of them."""
        names = ("program", "test", "bench") if group == "all" else (group,)
        text = (ROOT / "tidemark").read_text()
        lists = [text.split(f"{name}_packages='")[1].split("'")[0] for name in names]
        return " ".join(" ".join(lists).split())

    def launch(self, *words, **environment):
        return subprocess.run(
            [self.checkout / "tidemark", *words],
            cwd=self.scratch,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def ran(self, name):
        """What a stand-in was called with, oldest first, its own name included."""
        return [line for line in self.log.read_text().splitlines() if line.split()[0] == name]
