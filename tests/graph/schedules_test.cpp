// SPDX-License-Identifier: MIT
// The enumeration of schedules, and the programs it is asked about.
#include "tidemark/tests/graph/schedules.hpp"

#include <gtest/gtest.h>

#include "tidemark/tests/graph/random_conditions.hpp"

namespace tidemark::oracle {
namespace {

const Thread kSetsAndNotifies{lock(m), store(x, 1, relaxed), unlock(m), notify_one()};
const Thread kWaits{lock(m), wait_while(x, 0), unlock(m)};

// The waiter finds the value there, or waits before the other takes the mutex.
TEST(Schedules, WaitOrFindTheValueThere) {
  const Classes found = classes_of({{kSetsAndNotifies, kWaits}}, kSchedulesMax);
  EXPECT_EQ(
      found.complete,
      (std::set<std::string>{"  m: 0.0 1.0\n  condition:\n  idle: 0.1 after 0\n",
                             "  m: 1.0 0.0 1.2\n  condition: 1.1 waits, 0.1 wakes 1,\n  idle:\n"}));
  EXPECT_TRUE(found.deadlocked.empty());
}

TEST(Schedules, LoseANotificationThatComesTooEarly) {
  const Classes found = classes_of(
      {{{notify_one(), lock(m), store(x, 1, relaxed), unlock(m)}, kWaits}}, kSchedulesMax);
  EXPECT_EQ(found.complete.size(), 2U);
  EXPECT_EQ(found.deadlocked.size(), 2U);
}

TEST(Schedules, WakeOneOfTwoOrBoth) {
  const auto notified_by = [](const Operation& notification) {
    return classes_of({{{lock(m), store(x, 1, relaxed), unlock(m), notification}, kWaits, kWaits}},
                      kSchedulesMax);
  };
  EXPECT_FALSE(notified_by(notify_one()).deadlocked.empty());
  EXPECT_TRUE(notified_by(notify_all()).deadlocked.empty());
}

TEST(RandomConditionPrograms, WaitAreWokenAndMissNotifications) {
  std::size_t woken = 0;
  std::size_t lost = 0;
  std::size_t classes = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Program program = random_condition_program(seed);
    EXPECT_TRUE(is_guarded(program)) << to_text(program);
    const Classes found = classes_of(program, kSchedulesMax);
    classes += found.complete.size();
    if (!found.deadlocked.empty()) ++lost;
    for (const std::string& each : found.complete) {
      if (each.find("wakes") == std::string::npos) continue;
      ++woken;
      break;
    }
  }
  EXPECT_GT(woken, 100U);
  EXPECT_GT(lost, 100U);
  EXPECT_GT(classes, 5000U);
}

}  // namespace
}  // namespace tidemark::oracle
