// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/strategy_pct.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tidemark/sim/choice/strategy_replay.hpp"
#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/tests/explore/planted.hpp"

namespace tidemark::sim::choice {
namespace {

SchedulePoint point_of(std::initializer_list<std::uint32_t> runnable, std::uint64_t step) {
  SchedulePoint point;
  for (const std::uint32_t fiber : runnable) point.runnable.insert(fiber);
  point.step = step;
  return point;
}

/// Nothing from outside: what is left is the order of the threads alone.
constexpr Bounds kQuiet{.events = 0, .faults = 0, .advances = 0};

TEST(Pct, RunsOneThreadUntilAPriorityChanges) {
  Pct pct(kQuiet, 3);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    pct.begin(seed, 100);
    std::uint32_t switches = 0;
    std::uint32_t before = pct.schedule(point_of({1, 2, 3}, 0));
    for (std::uint64_t step = 1; step < 100; ++step) {
      const std::uint32_t taken = pct.schedule(point_of({1, 2, 3}, step));
      switches += taken != before ? 1 : 0;
      before = taken;
    }
    EXPECT_LE(switches, 2U) << seed;
  }
}

TEST(Pct, ChangesAPriorityAtAnyStepOfTheEstimate) {
  Pct pct(kQuiet, 2);
  std::set<std::uint64_t> switched_at;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    pct.begin(seed, 20);
    std::uint32_t before = pct.schedule(point_of({1, 2}, 0));
    for (std::uint64_t step = 1; step < 40; ++step) {
      const std::uint32_t taken = pct.schedule(point_of({1, 2}, step));
      if (taken != before) switched_at.insert(step);
      before = taken;
    }
  }
  EXPECT_EQ(switched_at.size(), 19U);
  EXPECT_EQ(*switched_at.rbegin(), 19U);
}

TEST(Pct, TakesTheProcessorFromAThreadThatSpins) {
  Pct pct(kQuiet, 1);
  pct.begin(1, 100);
  std::set<std::uint32_t> taken;
  for (std::uint64_t step = 0; step < 2000; ++step)
    taken.insert(pct.schedule(point_of({4, 9}, step)));
  EXPECT_EQ(taken, (std::set<std::uint32_t>{4, 9}));
}

TEST(Pct, OnlyTakesWhatIsOfferedAndRepeatsItself) {
  Pct pct({}, 4);
  SchedulePoint point = point_of({0, 70, 255}, 3);
  point.can_advance = true;
  point.events = 0b101;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<std::uint32_t> once;
    pct.begin(seed, 50);
    for (int times = 0; times < 50; ++times) once.push_back(pct.schedule(point));
    for (const std::uint32_t taken : once) EXPECT_TRUE(offers(point, taken));
    pct.begin(seed, 50);
    for (const std::uint32_t taken : once) EXPECT_EQ(pct.schedule(point), taken);
  }
}

TEST(Strategy, IsReadAsItIsWritten) {
  for (const char* const text : {"random", "pct:1", "pct:3", "pct:64"}) {
    const auto strategy = parse_strategy(text);
    ASSERT_TRUE(strategy) << text;
    EXPECT_EQ(strategy->name(), text);
  }
  for (const char* const text :
       {"", "pct", "pct:", "pct:0", "pct:65", "pct:-1", "pct:3x", "randon"}) {
    EXPECT_FALSE(parse_strategy(text)) << text;
  }
}

}  // namespace

namespace {

TEST(PctCampaign, FindsABugOfDepthTwoAndRepeatsItFromItsToken) {
  explore::CampaignOptions options;
  options.run.strategy = {.pct_depth = 2};
  options.budget.executions = 3000;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    options.seed = {.value = seed};
    const Scenario* scenarios[] = {&explore::kLostUpdate};
    const auto result = explore::run_campaign(scenarios, options, {}).scenarios.front();
    ASSERT_TRUE(result.failure) << seed;
    EXPECT_EQ(result.failure->strategy, "pct:2");
    const auto token = parse_token(format_token(result.failure->token)).token;
    ASSERT_TRUE(token);
    EXPECT_EQ(token->strategy, options.run.strategy);
    explore::RunOptions as_recorded;
    as_recorded.strategy = token->strategy;
    explore::Runner runner(explore::kLostUpdate, as_recorded);
    report::TraceRecorder recorder;
    const RunResult again = runner.walk({token->seed, token->execution, {}}, &recorder);
    EXPECT_EQ(again.outcome.category, result.failure->category);
    EXPECT_FALSE(first_difference(*token->fingerprint, recorder.take().hashes()));
  }
}

}  // namespace
}  // namespace tidemark::sim::choice
