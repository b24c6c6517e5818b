// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/campaign.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tidemark/sim/report/campaign_json.hpp"
#include "tidemark/sim/report/failure_report.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::sim::explore {
namespace {

constexpr std::string_view kHolds[] = {"holds"};
constexpr Goal kGoals[] = {{"drew a three", Goal::Kind::reachable},
                           {"drew a nine", Goal::Kind::reachable}};

void holding_body(World& world) {
  world.always("holds", [] { return true; });
  if (world.pick("number", 0, 9) == 3) world.reachable("drew a three");
  world.process("a", [&world] { world.atomically([] {}); });
  world.process("b", [&world] { world.atomically([] {}); });
  world.run();
}

void violating_body(World& world) {
  const std::uint64_t number = world.pick("number", 0, 99);
  world.eventually("holds", [] { return true; });
  world.always("holds", [number] {
    return number == 42 ? sim::Verdict::violated("the number is 42") : sim::Verdict(true);
  });
  world.process("a", [&world] { world.atomically([] {}); });
  world.run();
}

std::uint64_t executions_seen;  // survives an execution: just what must not happen

void forgetful_body(World& world) {
  world.always("holds", [] { return true; });
  world.process("a", [&world] {
    world.atomically([] { kernel::hash(++executions_seen); });
    world.atomically([] {});
  });
  world.run();
}

void empty_body(World&) {}

const Scenario kHolding{"test/holding", "", {}, kHolds, std::span(kGoals).first(1), &holding_body};
const Scenario kGoalless{"test/goalless", "", {}, kHolds, kGoals, &holding_body};
const Scenario kViolating{"test/violating", "", {}, kHolds, {}, &violating_body};
const Scenario kForgetful{"test/forgetful", "", {}, kHolds, {}, &forgetful_body};
const Scenario kEmpty{"test/empty", "", {}, kHolds, {}, &empty_body};

CampaignOptions options_for(std::uint64_t executions, std::uint64_t seed = 1) {
  CampaignOptions options;
  options.seed = {.value = seed};
  options.budget.executions = executions;
  return options;
}

CampaignResult explored(const std::vector<const Scenario*>& scenarios,
                        const CampaignOptions& options) {
  return run_campaign(scenarios, options, {});
}

TEST(Campaign, HoldsWhenNothingFailsAndEveryGoalIsReached) {
  const CampaignResult result = explored({&kHolding}, options_for(200));
  const ScenarioResult& one = result.scenarios.front();
  EXPECT_EQ(one.verdict, Verdict::held) << one.trouble;
  EXPECT_EQ(one.executions, 200U);
  EXPECT_GT(one.goal_hits[0], 5U);
  EXPECT_GT(one.distinct, 10U);
  EXPECT_EQ(exit_code_of(result, false), ExitCode::held);
}

TEST(Campaign, FailsOnAGoalThatWasNeverReached) {
  const CampaignResult result = explored({&kGoalless}, options_for(200));
  EXPECT_EQ(result.scenarios.front().verdict, Verdict::goal_missed);
  EXPECT_EQ(result.scenarios.front().goal_hits[1], 0U);
  EXPECT_EQ(exit_code_of(result, false), ExitCode::goal_missed);
}

TEST(Campaign, StopsAtTheFirstFailureAndKeepsIt) {
  const CampaignResult result = explored({&kViolating, &kHolding}, options_for(2000));
  const ScenarioResult& failed = result.scenarios[0];
  EXPECT_EQ(failed.verdict, Verdict::violated);
  ASSERT_TRUE(failed.failure);
  EXPECT_EQ(failed.failure->property, "holds");
  EXPECT_EQ(failed.failure->message, "the number is 42");
  EXPECT_EQ(failed.failure->parameters, std::vector<std::string>{"number = 42"});
  EXPECT_EQ(failed.executions, failed.failure->execution + 1);
  EXPECT_EQ(result.scenarios[1].executions, 2000U);
  EXPECT_EQ(exit_code_of(result, false), ExitCode::violated);
}

TEST(Campaign, GoesOnAfterAFailureWhenToldTo) {
  CampaignOptions options = options_for(2000);
  options.keep_going = true;
  const CampaignResult result = explored({&kViolating}, options);
  EXPECT_EQ(result.scenarios.front().executions, 2000U);
  EXPECT_NEAR(static_cast<double>(result.scenarios.front().found), 20, 15);
}

TEST(Campaign, RepeatsAFailureFromItsTokenAndFromItsChoices) {
  const CampaignResult result = explored({&kViolating}, options_for(2000));
  const FailureRecord& failure = *result.scenarios.front().failure;
  const auto token = choice::parse_token(choice::format_token(failure.token)).token;
  ASSERT_TRUE(token);
  Runner runner(kViolating, {});
  report::TraceRecorder recorder;
  const RunResult walked = runner.walk({token->seed, token->execution, {}}, &recorder);
  EXPECT_EQ(walked.outcome.category, failure.category);
  EXPECT_FALSE(choice::first_difference(*token->fingerprint, recorder.take().hashes()));
  const std::uint64_t hash = walked.outcome.hash;
  const RunResult replayed = runner.replay(failure.choices);
  EXPECT_EQ(replayed.outcome.category, failure.category);
  EXPECT_EQ(replayed.outcome.hash, hash);
}

TEST(Campaign, ShowsAFailureWithItsLineLast) {
  const CampaignResult result = explored({&kViolating}, options_for(2000));
  const FailureRecord& failure = *result.scenarios.front().failure;
  const std::string text = report::render_failure(failure, {}, {});
  EXPECT_TRUE(text.starts_with("failed holds: test/violating\n  the number is 42\n")) << text;
  EXPECT_NE(text.find("number = 42"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(report::reproduce_line(failure) + "\n")) << text;
}

TEST(Campaign, NoticesWhatSurvivesAnExecution) {
  executions_seen = 0;
  const CampaignResult result = explored({&kForgetful}, options_for(50));
  const ScenarioResult& one = result.scenarios.front();
  EXPECT_EQ(one.verdict, Verdict::nondeterministic);
  ASSERT_TRUE(one.failure);
  ASSERT_EQ(one.failure->divergence.size(), 3U);
  EXPECT_TRUE(one.failure->divergence[0].starts_with("the runs part at step "));
  EXPECT_EQ(exit_code_of(result, false), ExitCode::nondeterministic);
}

TEST(Campaign, GivesAWrongScenarioNoVerdict) {
  const CampaignResult result = explored({&kEmpty}, options_for(50));
  EXPECT_EQ(result.scenarios.front().verdict, Verdict::no_verdict);
  EXPECT_NE(result.scenarios.front().trouble, "");
  EXPECT_EQ(exit_code_of(result, false), ExitCode::bad_input);
}

TEST(Campaign, ExploresTheSameWhateverTheSlices) {
  CampaignOptions timed = options_for(300);
  timed.budget.time = std::chrono::hours(1);
  const auto together = explored({&kGoalless, &kHolding}, options_for(300));
  const auto alone = explored({&kHolding}, timed);
  EXPECT_EQ(together.scenarios[1].steps, alone.scenarios[0].steps);
  EXPECT_EQ(together.scenarios[1].distinct, alone.scenarios[0].distinct);
  EXPECT_EQ(together.scenarios[1].goal_hits, alone.scenarios[0].goal_hits);
}

TEST(Campaign, GivesEveryScenarioATurnWithinATimeBudget) {
  CampaignOptions options;
  options.budget.time = std::chrono::milliseconds(50);
  const CampaignResult result = explored({&kHolding, &kGoalless}, options);
  for (const ScenarioResult& one : result.scenarios) EXPECT_GT(one.executions, 0U);
}

TEST(Campaign, StopsWhenInterrupted) {
  int looks = 0;
  Listener listener;
  listener.interrupted = [&] { return ++looks == 3; };
  const Scenario* scenarios[] = {&kHolding};
  const CampaignResult result = run_campaign(scenarios, options_for(1'000'000), listener);
  EXPECT_TRUE(result.interrupted);
  EXPECT_LT(result.scenarios.front().executions, 1000U);
  EXPECT_EQ(exit_code_of(result, false), ExitCode::interrupted);
}

TEST(MutantRun, PrefersTheScenarioThatFailsAsNamed) {
  const CampaignOptions options = options_for(2000);
  const auto result = explored({&kHolding, &kViolating}, options);
  const std::string json = report::campaign_json(result, {}, options);
  const auto run = report::read_mutant_run(json, std::vector<std::string>{"holds"});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->scenario, "test/violating");
  EXPECT_EQ(run->property, "holds");
  EXPECT_EQ(run->verdict, "violated");
  EXPECT_FALSE(report::read_mutant_run("{", {}));
}

}  // namespace
}  // namespace tidemark::sim::explore
