# SPDX-License-Identifier: MIT
"""Carries the patch of a mutant over to code that has changed since."""

import pathlib
import re
import shutil
import subprocess
import tempfile

from patches import HERE, SOURCE, STALE, Trouble, apply, make_patch, patch_of, run


def blob_ids(patch):
    """For each changed file the id of the version that the patch was made against."""
    ids = re.findall(r"^diff --git a/(\S+) b/\S+\nindex ([0-9a-f]+)\.\.", patch.read_text(),
                     re.MULTILINE)
    return dict(ids)


def header_of(patch):
    lines = []
    for line in patch.read_text().splitlines(keepends=True):
        if not line.startswith("#"):
            break
        lines.append(line)
    return "".join(lines)


def merge_file(name, file, blob, patched, work):
    """Carries the patch of one file over to the file as it is now. Returns whether it conflicts."""
    current = work / "current" / file
    current.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SOURCE / file, current)
    base = work / "base" / file
    code, _ = run(["git", "merge-file", "-L", "now", "-L", "then", "-L", name, str(current),
                   str(base), str(patched / file)], SOURCE)
    if code < 0 or code > 127:
        raise Trouble(f"{name}: git merge-file failed on {file} ({blob})")
    return code != 0


def refresh(name):
    """Three-way merge: the patch's own base, that base with the bug, and the code as it is now."""
    patch = patch_of(name)
    blobs = blob_ids(patch)
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        for file, blob in blobs.items():
            for folder in ("base", "bug"):
                target = work / folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                code = subprocess.run(["git", "cat-file", "blob", blob], cwd=SOURCE, check=False,
                                      stdout=target.open("wb")).returncode
                if code != 0:
                    raise Trouble(f"{name}: this clone lacks the version {blob} of {file}")
        wrong = apply(patch, work / "bug")
        if wrong:
            raise Trouble(f"{name}: the patch does not fit the version it names\n{wrong}")
        conflicts = [file for file, blob in blobs.items()
                     if merge_file(name, file, blob, work / "bug", work)]
        if conflicts:
            kept = HERE / f"{name}.conflict"
            kept.write_text("".join((work / "current" / file).read_text() for file in conflicts))
            files = ", ".join(conflicts)
            raise Trouble(f"{name}: conflicts in {files}; merged text in {kept}", STALE)
        patch.write_text(header_of(patch) + make_patch(work / "current", blobs))
    print(f"{name}: refreshed")
