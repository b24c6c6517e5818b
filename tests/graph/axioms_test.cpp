// SPDX-License-Identifier: MIT
// The specification itself, against counts of the literature and by hand.
#include "tidemark/tests/graph/axioms.hpp"

#include <gtest/gtest.h>

#include "tidemark/tests/graph/executions.hpp"
#include "tidemark/tests/graph/shapes.hpp"

namespace tidemark::oracle {
namespace {

std::size_t count(const Program& program) { return executions_of(program).complete.size(); }

Program repeated(std::size_t threads, const Thread& thread) {
  return {std::vector<Thread>(threads, thread)};
}

Thread pairs_of_lock_and_unlock(std::size_t pairs) {
  Thread thread;
  for (std::size_t i = 0; i < pairs; ++i) {
    thread.push_back(lock(m));
    thread.push_back(unlock(m));
  }
  return thread;
}

TEST(Axioms, CountTheClassicShapesAsTheLiteratureDoes) {
  for (const Shape& shape : shapes()) {
    const Executions found = executions_of(shape.program);
    EXPECT_EQ(found.complete.size(), shape.executions) << shape.name;
    EXPECT_EQ(found.interleavings, shape.interleavings) << shape.name;
    EXPECT_EQ(found.in_store_order, shape.in_store_order) << shape.name;
    EXPECT_TRUE(found.deadlocked.empty()) << shape.name;
  }
}

TEST(Axioms, EachGraphIsMadeOnce) {
  for (const Shape& shape : shapes()) {
    const Executions found = executions_of(shape.program);
    EXPECT_EQ(found.visited, found.complete.size()) << shape.name;
  }
}

// Place by place is a short cut of the enumeration; the axioms as a whole say the same.
TEST(Axioms, WhatIsMadeIsConsistent) {
  for (const Shape& shape : shapes()) {
    for_each_execution(shape.program, [&shape](const Candidate& graph, bool) {
      EXPECT_TRUE(is_consistent(graph)) << shape.name << "\n" << to_text(graph);
    });
  }
}

TEST(Axioms, UpdatesHappenInAnyOrder) {
  EXPECT_EQ(count(repeated(3, {add(x, 1, relaxed)})), 6U);
  EXPECT_EQ(count(repeated(4, {add(x, 1, seq_cst)})), 24U);
}

TEST(Axioms, CriticalSectionsHappenInAnyOrder) {
  EXPECT_EQ(count(repeated(2, pairs_of_lock_and_unlock(2))), 6U);
  EXPECT_EQ(count(repeated(2, pairs_of_lock_and_unlock(3))), 20U);
  EXPECT_EQ(count(repeated(3, pairs_of_lock_and_unlock(2))), 90U);
}

TEST(Axioms, ALockSeesWhatWasDoneUnderIt) {
  EXPECT_EQ(count({{{lock(m), store(x, 1, relaxed), store(x, 2, relaxed), unlock(m)},
                    {lock(m), load(x, relaxed), unlock(m)}}}),
            2U);
}

TEST(Axioms, LocksInOppositeOrdersMayDeadlock) {
  const Executions found = executions_of(
      {{{lock(m), lock(n), unlock(n), unlock(m)}, {lock(n), lock(m), unlock(m), unlock(n)}}});
  EXPECT_EQ(found.complete.size(), 2U);
  EXPECT_EQ(found.deadlocked.size(), 1U);
}

TEST(Axioms, AFailingCompareExchangeHasItsOwnOrder) {
  const Thread publish{store(x, 1, relaxed), store(y, 1, release)};
  const auto consumer = [](Order success, Order failure) {
    return Thread{cas(y, 7, 8, success, failure), load(x, relaxed, 1)};
  };
  EXPECT_EQ(count({{publish, consumer(acquire, relaxed)}}), 4U);
  EXPECT_EQ(count({{publish, consumer(relaxed, acquire)}}), 3U);
}

TEST(Axioms, ControlFlowFollowsTheValueRead) {
  const Executions found = executions_of(
      {{{store(x, 1, relaxed)}, {load(x, relaxed), skip_if(0, 1, 1), store(y, 1, relaxed)}}});
  EXPECT_EQ(found.complete,
            (std::set<std::string>{"  0: store x relaxed := 1\n"
                                   "  1: load x relaxed 0 from initial, store y relaxed := 1\n",
                                   "  0: store x relaxed := 1\n  1: load x relaxed 1 from 0.0\n"}));
}

TEST(Axioms, ALockLeavesRegistersAlone) {
  const Executions found = executions_of({{{exchange(x, 1, relaxed), add(x, 0, relaxed), lock(m),
                                            unlock(m), skip_if(0, 1, 1), store(y, 1, relaxed)}}});
  ASSERT_EQ(found.complete.size(), 1U);
  EXPECT_EQ(found.complete.begin()->find("store"), std::string::npos);
}

TEST(Axioms, AnAwaitReadsWhatItWaitsFor) {
  const Executions found =
      executions_of({{{store(x, 1, relaxed), store(y, 1, release), store(y, 2, relaxed)},
                      {await(y, 1, acquire), load(x, relaxed)}}});
  EXPECT_EQ(found.complete.size(), 1U);
  EXPECT_EQ(executions_of({{{await(y, 1, acquire)}}}).visited, 0U);
}

TEST(Axioms, ConsumeIsAcquire) {
  EXPECT_EQ(count({{{store(x, 1, relaxed), store(y, 1, release)},
                    {load(y, consume), load(x, relaxed, 1)}}}),
            3U);
}

// The graph of two increments, both of the initial value.
TEST(Axioms, NothingComesBetweenAnUpdateAndWhatItReads) {
  Candidate graph = empty_candidate();
  for (int thread = 0; thread < 2; ++thread) {
    graph.modifications[x].push_back(graph.events.size());
    graph.events.push_back({.kind = Event::Kind::update, .thread = thread, .written = 1});
  }
  EXPECT_FALSE(is_consistent(graph));
  graph.events.back().source = graph.events.size() - 2;
  EXPECT_TRUE(is_consistent(graph));
}

// Acquire and then seq_cst loads do not forbid IRIW: POWER shows it, and RC11 allows it.
TEST(Axioms, SeqCstAccessesAndFencesMix) {
  const auto iriw = [](const Thread& first, const Thread& second) {
    return count({{{store(x, 1, seq_cst)}, {store(y, 1, seq_cst)}, first, second}});
  };
  const Thread all_sc{load(x, seq_cst), load(y, seq_cst)};
  const Thread all_sc_reversed{load(y, seq_cst), load(x, seq_cst)};
  EXPECT_EQ(iriw(all_sc, {load(y, acquire), load(x, seq_cst)}), 16U);
  EXPECT_EQ(iriw(all_sc, all_sc_reversed), 15U);
  EXPECT_EQ(iriw(all_sc, {load(y, relaxed), fence(seq_cst), load(x, relaxed)}), 15U);
  EXPECT_EQ(iriw(all_sc, {load(y, relaxed), fence(acq_rel), load(x, relaxed)}), 16U);
}

}  // namespace
}  // namespace tidemark::oracle
