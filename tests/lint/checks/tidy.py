# SPDX-License-Identifier: MIT
"""clang-tidy over core, with the checks of .clang-tidy.

Only what changed is looked at again: a file that was clean is skipped until it, a header of core,
the configuration or the tool changes.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tree import Finding, room_of

NAME = "tidy"

TOOL = "clang-tidy-19"
DIAGNOSTIC = re.compile(r"^(\S+?):(\d+):\d+: (?:error|warning): (.*)$", re.MULTILINE)


def run(file, include, config):
    command = [TOOL, "--quiet", f"--config-file={config}", file, "--", "-std=c++20"]
    if include:
        command.append(f"-I{include}")
    return subprocess.run(command, capture_output=True, text=True)


def check(tree):
    if shutil.which(TOOL) is None:
        yield Finding(".clang-tidy", 0, f"{TOOL} is not installed")
        return
    config = tree.root / ".clang-tidy"
    headers = [text for path, text in tree.cpp.items() if is_core(path) and path.endswith(".hpp")]
    common = "\0".join([*headers, config.read_text(), TOOL])
    clean = Path(tree.build) / "lint-clean"
    clean.mkdir(parents=True, exist_ok=True)

    def look(path):
        stamp = clean / hashlib.sha256(f"{path}\0{tree.texts[path]}\0{common}".encode()).hexdigest()
        if stamp.exists():
            return []
        # Through build/include, so that a header has the same name here and in the filter.
        include = Path(tree.build) / "include"
        result = run(include / "tidemark" / path, include, config)
        found = list(findings(result.stdout, path))
        if result.returncode == 0 and not found:
            stamp.touch()
        elif not found:
            found.append(Finding(path, 0, (result.stderr or result.stdout).strip()))
        return found

    paths = [path for path in tree.cpp if is_core(path) and path.endswith(".cpp")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # A header's finding comes once, however many files include it.
        yield from dict.fromkeys(finding for found in pool.map(look, paths) for finding in found)


def is_core(path):
    return room_of(path) == "core"


def findings(output, path):
    for file, line, message in DIAGNOSTIC.findall(output):
        inner = file.rpartition("/include/tidemark/")[2] if "/include/tidemark/" in file else path
        yield Finding(inner, int(line), message)


def self_test():
    config = Path(__file__).resolve().parents[3] / ".clang-tidy"
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "sample.cpp"
        source.write_text("int f(int a) {\n  const int twice = 2 * a;\n  return twice;\n}\n")
        if run(source, None, config).returncode != 0:
            yield "a clean file was reported"
        source.write_text("int f(int a) {\n  int TwiceA = 2 * a;\n  return TwiceA;\n}\n")
        output = run(source, None, config).stdout
        for rule in ("misc-const-correctness", "readability-identifier-naming"):
            if rule not in output:
                yield f"{rule} did not notice its sample"
