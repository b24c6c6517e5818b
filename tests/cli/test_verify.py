# SPDX-License-Identifier: MIT
"""What `verify` promises: a complete count, failures that replay, an honest end when cut short."""

from program import check

PROVEN = {"ack/two_threads": 208, "ack/four_threads": 16320, "ack/receiver_leaves": 276}


def test_verify_proves_the_handles(tidemark):
    for name, executions in PROVEN.items():
        tidemark("verify", name, "--json", "proof.json").expect(0, "held", "complete")
        entry = tidemark.read_json("proof.json")["scenarios"][0]
        check(entry["mode"] == "exhaustive" and entry["complete"], f"{name} is not proven")
        check(entry["reduction"] == "graph", f"{name} names no reduction")
        check(entry["executions"] == executions, f"{name} has {entry['executions']} executions")


def test_verify_that_is_cut_short_proves_nothing(tidemark):
    result = tidemark("verify", "ack/four_threads", "--executions", "10", "--json", "proof.json")
    check(result.code == 124, f"{result}")
    entry = tidemark.read_json("proof.json")["scenarios"][0]
    check(not entry["complete"] and entry["verdict"] == "no_verdict", f"{entry}")


def test_a_failure_of_a_proof_replays(tidemark):
    result = tidemark("verify", "ack/three_threads", "--mutant", "ack_fence_dropped")
    check(result.code == 1 and "data race" in result.out, f"{result}")
    token = result.out.split()[-1]
    again = tidemark("replay", token)
    check(again.code == 1 and "data race" in again.out, f"{again}")


def test_what_has_no_event_in_a_graph_is_said(tidemark):
    result = tidemark("verify", "publisher/soft_stop_dead_consumer")
    check(result.code == 2 and "the graph search has no event for" in result.out, f"{result}")
