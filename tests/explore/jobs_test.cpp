// SPDX-License-Identifier: MIT
// Several processes explore what one would, and say the same of it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>

#include <string>
#include <vector>

#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/report/campaign_json.hpp"
#include "tidemark/tests/explore/planted.hpp"

namespace tidemark::sim::explore {
namespace {

constexpr Goal kGoals[] = {{"drew a three", Goal::Kind::reachable},
                           {"drew a nine", Goal::Kind::reachable}};

void drawing_body(World& world) {
  world.always("holds", [] { return true; });
  if (world.pick("number", 0, 9) == 3) world.reachable("drew a three");
  world.process("a", [&world] { world.atomically([] {}); });
  world.process("b", [&world] { world.atomically([] {}); });
  world.run();
}

void rarely_violating_body(World& world) {
  const std::uint64_t number = world.pick("number", 0, 299);
  world.always("holds", [number] {
    return number == 42 ? sim::Verdict::violated("the number is 42") : sim::Verdict(true);
  });
  world.process("a", [&world] { world.atomically([] {}); });
  world.run();
}

void dying_body(World& world) {
  world.always("holds", [] { return true; });
  if (world.pick("number", 0, 999) == 7) {
    const kernel::HostMode host;
    raise(SIGKILL);
  }
  world.process("a", [&world] { world.atomically([] {}); });
  world.run();
}

/// Whether a loop without a visible operation would be noticed: the clock that does is a process'
/// own, and a fork is born without it.
void watched_body(World& world) {
  bool watched = false;
  {
    const kernel::HostMode host;
    itimerval timer = {};
    watched = getitimer(ITIMER_VIRTUAL, &timer) == 0 && timer.it_interval.tv_sec > 0;
  }
  world.always("holds", [watched] {
    return watched ? sim::Verdict(true) : sim::Verdict::violated("nobody would notice a loop");
  });
  world.process("a", [&world] { world.atomically([] {}); });
  world.run();
}

const Scenario kWatched{"test/watched", "", {}, kHoldsName, {}, &watched_body};
const Scenario kDrawing{"test/drawing", "", {}, kHoldsName, kGoals, &drawing_body};
const Scenario kViolating{"test/violating", "", {}, kHoldsName, {}, &rarely_violating_body};
const Scenario kDying{"test/dying", "", {}, kHoldsName, {}, &dying_body};
const Scenario* const kAll[] = {&kDrawing, &kViolating, &kLostUpdate};

CampaignOptions options_for(std::uint32_t jobs) {
  CampaignOptions options;
  options.seed = {.value = 5};
  options.budget.executions = 3000;
  options.shrink = true;
  options.jobs = jobs;
  return options;
}

/// The whole report, but for the time that passed.
std::string report_of(const CampaignOptions& options) {
  CampaignResult result = run_campaign(kAll, options, {});
  for (ScenarioResult& one : result.scenarios) one.elapsed_s = 0;
  return report::campaign_json(result, {}, options);
}

TEST(Jobs, MakeNoDifferenceToTheReport) {
  const std::string alone = report_of(options_for(1));
  EXPECT_NE(alone.find("the number is 42"), std::string::npos) << alone;
  for (const std::uint32_t jobs : {2U, 3U, 7U}) EXPECT_EQ(report_of(options_for(jobs)), alone);
}

TEST(Jobs, MakeNoDifferenceWhereFailuresAreCounted) {
  CampaignOptions options = options_for(1);
  options.keep_going = true;
  const std::string alone = report_of(options);
  EXPECT_NE(alone.find("\"executions\": 3000"), std::string::npos);
  options.jobs = 3;
  EXPECT_EQ(report_of(options), alone);
}

TEST(Jobs, ShareABudgetOfTime) {
  CampaignOptions options = options_for(2);
  options.budget = {.executions = {}, .time = std::chrono::milliseconds(300)};
  const Scenario* const scenarios[] = {&kDrawing};
  const CampaignResult result = run_campaign(scenarios, options, {});
  const ScenarioResult& one = result.scenarios.front();
  EXPECT_GT(one.executions, 100U);
  EXPECT_EQ(one.executions % 16, 0U) << "a batch was cut or lost";
  EXPECT_EQ(one.goal_hits[1], 0U);
}

TEST(Jobs, NameTheExecutionInWhichAProcessDied) {
  // The parent runs nothing of it; where it alone explores, this test would be no more.
  const Scenario* const scenarios[] = {&kDying};
  const CampaignResult result = run_campaign(scenarios, options_for(2), {});
  const ScenarioResult& one = result.scenarios.front();
  EXPECT_EQ(one.verdict, Verdict::no_verdict);
  EXPECT_TRUE(one.internal);
  const std::string wanted = "a process that explored ended by signal 9 (Killed) in execution ";
  ASSERT_TRUE(one.trouble.starts_with(wanted)) << one.trouble;
  // All up to the named one are harmless.
  CampaignOptions alone = options_for(1);
  alone.budget.executions = std::stoull(one.trouble.substr(wanted.size()));
  EXPECT_GT(*alone.budget.executions, 0U);
  EXPECT_EQ(run_campaign(scenarios, alone, {}).scenarios.front().executions,
            alone.budget.executions);
  EXPECT_EQ(exit_code_of(result, false), ExitCode::internal);
}

TEST(Jobs, WatchForLoopsWhoeverExploredBefore) {
  const Scenario* const scenarios[] = {&kWatched};
  for (const std::uint32_t jobs : {1U, 2U}) {
    const CampaignResult result = run_campaign(scenarios, options_for(jobs), {});
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::held) << jobs << " jobs";
    EXPECT_EQ(result.scenarios.front().executions, 3000U) << jobs << " jobs";
  }
}

TEST(Jobs, StopWhenAsked) {
  CampaignOptions options = options_for(2);
  options.budget = {.executions = {}, .time = std::chrono::seconds(600)};
  Listener listener;
  std::uint64_t seen = 0;
  listener.progress = [&](const Progress& progress) { seen = progress.executions; };
  listener.interrupted = [&] { return seen > 200; };
  const Scenario* const scenarios[] = {&kDrawing};
  const CampaignResult result = run_campaign(scenarios, options, listener);
  EXPECT_TRUE(result.interrupted);
  EXPECT_GE(result.scenarios.front().executions, seen);
  EXPECT_EQ(exit_code_of(result, false), ExitCode::interrupted);
}

}  // namespace
}  // namespace tidemark::sim::explore
