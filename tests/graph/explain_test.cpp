// SPDX-License-Identifier: MIT
// Which orders would have forbidden an execution.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/graph/search.hpp"
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/tests/graph/guest/interpreter.hpp"

namespace tidemark::oracle {
namespace {

namespace graph = sim::graph;
namespace kernel = sim::kernel;

// From one order to another, at each place that has to change; the guest has one place for each
// action and order.
using Changes = std::vector<std::pair<int, int>>;

Changes changes_for_this_graph() {
  graph::Strengthening found[8];
  const std::size_t count = graph::explain(found, std::size(found));
  Changes changes;
  for (std::size_t i = 0; i < count; ++i) changes.emplace_back(found[i].from, found[i].to);
  std::sort(changes.begin(), changes.end());
  return changes;
}

/// The values that all loads of a graph read, by thread.
std::vector<std::uint64_t> values_read() {
  graph::EventView views[64];
  const std::size_t count = graph::events(views, std::size(views));
  std::sort(views, views + count, [](const auto& a, const auto& b) {
    return std::pair(a.thread, a.index) < std::pair(b.thread, b.index);
  });
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < count; ++i) {
    if (views[i].kind == graph::EventKind::read) values.push_back(views[i].value);
  }
  return values;
}

/// For each execution of a program: what was read, and what would have forbidden it.
std::vector<std::pair<std::vector<std::uint64_t>, Changes>> explained(const Program& program) {
  guest::Script script{&program, {}};
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    script.creation.push_back(static_cast<std::uint8_t>(i));
  }
  sim::choice::RandomWalk unused;
  unused.begin(1);
  kernel::Setup setup;
  setup.body = [](void* argument) { guest::interpret(*static_cast<guest::Script*>(argument)); };
  setup.argument = &script;
  setup.choices = &unused;
  setup.search = true;
  std::vector<std::pair<std::vector<std::uint64_t>, Changes>> result;
  graph::begin();
  while (graph::next()) {
    kernel::execute(setup);
    if (graph::ended() == graph::RunEnd::complete) {
      result.emplace_back(values_read(), changes_for_this_graph());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Explain, MessagePassingNeedsReleaseAndAcquire) {
  const auto found = explained(
      {{{store(x, 1, relaxed), store(y, 1, relaxed)}, {load(y, relaxed, 0), load(x, relaxed, 1)}}});
  ASSERT_EQ(found.size(), 4U);
  for (const auto& [read, changes] : found) {
    const bool stale = read == std::vector<std::uint64_t>{1, 0};
    EXPECT_EQ(changes, stale ? (Changes{{relaxed, acquire}, {relaxed, release}}) : Changes{});
  }
}

TEST(Explain, OnlyTheSideThatIsTooWeakHasToChange) {
  const auto found = explained(
      {{{store(x, 1, relaxed), store(y, 1, release)}, {load(y, relaxed, 0), load(x, relaxed, 1)}}});
  for (const auto& [read, changes] : found) {
    const bool stale = read == std::vector<std::uint64_t>{1, 0};
    EXPECT_EQ(changes, stale ? (Changes{{relaxed, acquire}}) : Changes{});
  }
}

TEST(Explain, StoreBufferingNeedsSeqCstThroughout) {
  const auto found = explained(
      {{{store(x, 1, release), load(y, acquire)}, {store(y, 1, release), load(x, acquire)}}});
  ASSERT_EQ(found.size(), 4U);
  for (const auto& [read, changes] : found) {
    const bool both_stale = read == std::vector<std::uint64_t>{0, 0};
    EXPECT_EQ(changes, both_stale ? (Changes{{acquire, seq_cst}, {release, seq_cst}}) : Changes{});
  }
}

TEST(Explain, FencesMayBeWhatIsTooWeak) {
  const auto found = explained({{{store(x, 1, relaxed), fence(acq_rel), load(y, relaxed)},
                                 {store(y, 1, relaxed), fence(acq_rel), load(x, relaxed)}}});
  for (const auto& [read, changes] : found) {
    if (read != std::vector<std::uint64_t>{0, 0}) continue;
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0], (std::pair<int, int>{acq_rel, seq_cst}));
  }
}

}  // namespace
}  // namespace tidemark::oracle
