# SPDX-License-Identifier: MIT
"""What failed once is tried first: regressions of the source tree, and a folder of the user's."""

import json
import shutil

from program import check
from test_replay import fail_with

MUTANT, SCENARIO = "track_after_unlock", "publisher/two_flushers_acks_in_any_order"


def test_a_found_failure_is_kept_and_tried_first(tidemark):
    # A campaign with a mutant reads no corpus, and adds to one.
    entry, _ = fail_with(tidemark, MUTANT, "--corpus", "kept")
    files = list((tidemark.folder / "kept").iterdir())
    check(len(files) == 1, f"{files}")
    recorded = json.loads(files[0].read_text())
    check(recorded["token"] == entry["failure"]["token"], recorded["token"])
    # On the code as it is nothing comes of it; it was tried all the same.
    tidemark("run", SCENARIO, "--corpus", "kept", "--seed", "1", "--executions", "300",
             "--json", "out.json").expect(0, "recalled")
    entry = tidemark.read_json("out.json")["scenarios"][0]
    check(entry["strategies"]["corpus"]["executions"] >= 1, f"{entry['strategies']}")
    check(entry["executions"] == 300, "remembered runs are counted as explored")
    check(entry["strategies"]["corpus"]["found"] == 0, f"{entry['strategies']}")


def test_regressions_of_the_tree_are_tried(tidemark):
    folder = (tidemark.build / "include/tidemark/scenarios/regressions").resolve()
    names = [json.loads(file.read_text())["scenario"] for file in folder.glob("*.json")]
    check(names, "there is no regression")
    for name in set(names):
        tidemark("run", name, "--seed", "1", "--executions", "16", "--json", "out.json")
        entry = tidemark.read_json("out.json")["scenarios"][0]
        check(entry["strategies"]["corpus"] == {"executions": names.count(name), "found": 0},
              f"{name}: {entry['strategies']}")


def test_a_corpus_is_checked(tidemark):
    tidemark.give("file", "")
    tidemark.refuses("run", "--corpus", "file", says=["'file' is not a directory"])
    (tidemark.folder / "folder").mkdir()
    tidemark.given = (*tidemark.given, "folder")
    (tidemark.folder / "folder/broken.json").write_text("{")
    tidemark.refuses("run", "--corpus", "folder", says=["broken.json' is not a recorded run"])
    shutil.rmtree(tidemark.folder / "folder")
