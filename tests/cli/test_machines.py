# SPDX-License-Identifier: MIT
"""Reports for the services that build and test: JUnit files and GitHub's annotations."""

import re
import xml.etree.ElementTree as xml

from program import check
from test_replay import fail_with

HELD = ("run", "full_window_parked", "--seed", "1", "--executions", "300")


def test_junit_has_a_case_for_each_scenario(tidemark):
    tidemark("run", "publisher", "--seed", "1", "--executions", "64", "--junit", "out.xml",
             "--json", "out.json")
    suite = xml.parse(tidemark.folder / "out.xml").getroot()
    entries = tidemark.read_json("out.json")["scenarios"]
    names = [f"{case.get('classname')}/{case.get('name')}" for case in suite]
    check(names == [each["name"] for each in entries], f"{names}")
    for case, entry in zip(suite, entries):
        failed = case.find("failure") is not None
        check(failed == (entry["verdict"] != "held"), f"{entry['name']} is {entry['verdict']}")
    check(int(suite.get("tests")) == len(entries), suite.attrib)


def test_junit_tells_the_story_of_a_failure(tidemark):
    entry, _ = fail_with(tidemark, "track_after_unlock", "--junit", "out.xml")
    suite = xml.parse(tidemark.folder / "out.xml").getroot()
    check(suite.get("failures") == "1", suite.attrib)
    failure = suite.find("testcase/failure")
    check(entry["failure"]["message"] in failure.get("message"), failure.attrib)
    check(entry["failure"]["token"] in failure.text, failure.text)


def test_github_is_told_where_it_failed(tidemark):
    entry, result = fail_with(tidemark, "unlocked_until_next", "--github")
    line = next(each for each in result.out.splitlines() if each.startswith("::error "))
    found = re.match(r"::error file=(\S+?),line=(\d+),title=(\S+?)::(.*)$", line)
    check(found, line)
    check(f"{found[1]}:{found[2]}" == entry["failure"]["where"][0]["source"], line)
    check(found[3] == entry["name"] and entry["failure"]["token"] in found[4], line)
    check("%0A" in found[4], f"the command is not on a line of its own: {line}")


def test_nothing_is_annotated_where_all_holds(tidemark):
    check("::error" not in tidemark(*HELD, "--github").expect(0).out, "an annotation")


def test_a_place_for_the_report_is_checked(tidemark):
    tidemark.refuses("run", "--junit", "nowhere/out.xml", says=["cannot write 'nowhere/out.xml'"])
