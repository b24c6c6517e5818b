// SPDX-License-Identifier: MIT
// What makes and shrinks programs.
#include "tidemark/tests/graph/program.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tidemark/tests/graph/executions.hpp"
#include "tidemark/tests/graph/random_program.hpp"
#include "tidemark/tests/graph/shrink.hpp"

namespace tidemark::oracle {
namespace {

constexpr std::uint64_t kPrograms = 2000;

bool has(const Program& program, Action action) {
  for (const Thread& thread : program.threads) {
    for (const Operation& op : thread) {
      if (op.action == action) return true;
    }
  }
  return false;
}

TEST(Programs, PrintAsTheSourceThatMakesThem) {
  const Program program{{{lock(m), store(x, 2, release), unlock(m)},
                         {cas(y, 0, 1, acq_rel, acquire, 3), skip_if(3, 0, 1), fence(seq_cst)}}};
  EXPECT_EQ(to_text(program),
            "{{\n"
            "    {lock(m), store(x, 2, release), unlock(m)},\n"
            "    {cas(y, 0, 1, acq_rel, acquire, 3), skip_if(3, 0, 1), fence(seq_cst)}}}");
}

TEST(Programs, AreWellLockedWhereEachLockIsReleasedWhateverIsSkipped) {
  EXPECT_TRUE(is_well_locked({{{lock(m), lock(n), unlock(n), unlock(m)}}}));
  EXPECT_TRUE(is_well_locked({{{skip_if(0, 0, 2), lock(m), unlock(m)}}}));
  EXPECT_FALSE(is_well_locked({{{lock(m)}}}));
  EXPECT_FALSE(is_well_locked({{{unlock(m)}}}));
  EXPECT_FALSE(is_well_locked({{{lock(m), lock(m), unlock(m), unlock(m)}}}));
  EXPECT_FALSE(is_well_locked({{{lock(m), skip_if(0, 0, 1), unlock(m)}}}));
  EXPECT_FALSE(is_well_locked({{{skip_if(0, 0, 1), lock(m), unlock(m)}}}));
  EXPECT_FALSE(is_well_locked({{{skip_if(0, 0, 2), load(x, relaxed)}}}));
}

TEST(RandomPrograms, DependOnTheSeedAlone) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = random_program(seed, {.awaits = true});
    EXPECT_EQ(program, random_program(seed, {.awaits = true})) << seed;
    texts.insert(to_text(program));
  }
  EXPECT_GT(texts.size(), kPrograms * 9 / 10);
}

TEST(RandomPrograms, AreSmallAndWellLocked) {
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = random_program(seed, {.awaits = true});
    EXPECT_TRUE(is_well_locked(program)) << seed << to_text(program);
    EXPECT_GE(program.threads.size(), 2U);
    EXPECT_LE(program.threads.size(), kThreadsMax);
    EXPECT_LT(candidates_of(program, kCandidatesMax), kCandidatesMax) << seed;
  }
}

// A fuzzer that never makes some kind of operation, or no deadlock, says nothing of it.
TEST(RandomPrograms, HaveEverything) {
  std::set<Action> actions;
  std::set<Order> orders;
  std::size_t deadlocks = 0;
  std::size_t weak = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = random_program(seed, {.awaits = true});
    for (const Thread& thread : program.threads) {
      for (const Operation& op : thread) {
        actions.insert(op.action);
        orders.insert(op.order);
      }
    }
    const Executions found = executions_of(program);
    EXPECT_EQ(found.visited, found.complete.size() + found.deadlocked.size()) << seed;
    if (!found.deadlocked.empty()) ++deadlocks;
    if (found.interleavings < found.complete.size()) ++weak;
  }
  EXPECT_EQ(actions.size(), 10U);
  EXPECT_EQ(orders.size(), 6U);
  EXPECT_GT(deadlocks, 10U);
  EXPECT_GT(weak, kPrograms / 10);
}

TEST(Shrinking, TakesAwayWhatDoesNotMatter) {
  const Program program{{{store(x, 3, seq_cst), load(y, acquire, 1)},
                         {load(x, relaxed), skip_if(0, 1, 3), lock(m), fence(release), unlock(m),
                          store(y, 2, release)},
                         {lock(n), lock(m), load(z, seq_cst), unlock(m), unlock(n)}}};
  EXPECT_EQ(shrink(program, [](const Program& p) { return has(p, Action::fence); }),
            (Program{{{fence(release)}}}));
  EXPECT_EQ(shrink(program, [](const Program& p) { return has(p, Action::unlock); }),
            (Program{{{lock(m), unlock(m)}}}));
}

TEST(Shrinking, KeepsWhatASkipReachesOver) {
  const Program program{{{load(x, relaxed), skip_if(0, 0, 2), load(y, relaxed),
                          store(y, 1, relaxed), fence(seq_cst)}}};
  const Program smallest = shrink(program, [](const Program& p) {
    return has(p, Action::skip) && has(p, Action::store) && has(p, Action::fence) &&
           is_well_locked(p) &&
           executions_of(p).complete.begin()->find("store") == std::string::npos;
  });
  EXPECT_EQ(smallest, (Program{{{skip_if(0, 0, 1), store(y, 1, relaxed), fence(seq_cst)}}}));
}

}  // namespace
}  // namespace tidemark::oracle
