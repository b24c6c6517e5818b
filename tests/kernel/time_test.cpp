// SPDX-License-Identifier: MIT
// Virtual time, and random numbers: both are part of the run.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

constexpr std::int64_t kHourNs = 3'600'000'000'000;

TEST(Time, SleepingForHoursTakesVirtualHours) {
  const Exploring how{.executions = 5, .after = [](const Outcome& outcome) {
                        EXPECT_GT(outcome.elapsed_ns, 7 * kHourNs);
                        EXPECT_LT(outcome.elapsed_ns, 8 * kHourNs);
                      }};
  EXPECT_TRUE(holds(explore(&guest::sleeps_of_every_kind, how)));
}

TEST(Time, ClocksOfTheWallAgreeAndStartTheSameInEveryExecution) {
  EXPECT_TRUE(sees(explore(&guest::clocks_agree, {.executions = 5}), {1'700'000'001}));
}

TEST(Time, TheSteadyClockNeverGoesBack) {
  EXPECT_TRUE(holds(explore(&guest::steady_clock_never_goes_back)));
}

TEST(Time, ATimerFiresEarlyAndLateRelativeToThreadsThatRun) {
  EXPECT_TRUE(sees(explore(&guest::sleeps_while_another_works), {0, 1, 2}));
}

TEST(Time, MovesOnlyWhenNothingCanRunWithoutEagerTimers) {
  const Exploring how{.eager_timers = false};
  EXPECT_TRUE(sees(explore(&guest::sleeps_while_another_works, how), {2}));
}

TEST(Time, WhoWakesFirstMayComeSecond) {
  EXPECT_TRUE(sees(explore(&guest::wakes_in_any_order), {12, 21}));
}

TEST(Time, APollingLoopEnds) {
  EXPECT_TRUE(sees(explore(&guest::polls_until_a_time, {.executions = 50}), {1}));
}

TEST(Time, ACancelledCallbackMayNotHaveBegunMayRunAndMayBeOver) {
  EXPECT_TRUE(sees(explore(&guest::cancelled_timer, {.executions = 1000}), {0, 1, 2}));
}

TEST(Random, EverySourceIsTheChoiceStreams) {
  for (const std::uint64_t source : {0, 1, 2, 3, 4, 5}) {
    SCOPED_TRACE(source);
    // `explore` runs seeds again and replays their choices: the same numbers, or there is trouble.
    const Exploration found = explore(&guest::draws, {.input = source, .executions = 50});
    EXPECT_TRUE(holds(found));
    EXPECT_EQ(found.seen.size(), 50U);
  }
}

TEST(Random, BelongsToTheRunWhateverTheProgramSeeds) {
  const Exploration found = explore(&guest::seeds_first, {.executions = 50});
  EXPECT_TRUE(holds(found));
  EXPECT_EQ(found.seen.size(), 50U);
}

TEST(Random, IsDrawnByThreadsInOrderOfTheRun) {
  EXPECT_TRUE(holds(explore(&guest::draws_in_two_threads)));
}

TEST(Random, FillsAsManyBytesAsWereAskedFor) { EXPECT_TRUE(holds(explore(&guest::few_bytes))); }

}  // namespace
}  // namespace tidemark::sim::kernel
