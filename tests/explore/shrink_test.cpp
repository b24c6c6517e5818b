// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/shrink.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/explore/shrink_failure.hpp"
#include "tidemark/sim/report/failure_report.hpp"
#include "tidemark/sim/report/recording.hpp"
#include "tidemark/tests/explore/planted.hpp"

namespace tidemark::sim::explore {
namespace {

/// Fails in one way when the number is large, and in another when it is larger still.
void two_bugs_body(World& world) {
  const std::uint64_t number = world.pick("number", 0, 99);
  world.always("small", [number] {
    return number >= 20 && number < 60 ? sim::Verdict::violated("20 to 59") : sim::Verdict(true);
  });
  world.always("large", [number] {
    return number >= 60 ? sim::Verdict::violated("from 60") : sim::Verdict(true);
  });
  world.process("a", [&world] { world.atomically([] {}); });
  world.run();
}

constexpr std::string_view kTwoNames[] = {"small", "large"};
const Scenario kTwoBugs{"test/two_bugs", "", {}, kTwoNames, {}, &two_bugs_body};

std::optional<FailureRecord> found_in(const Scenario& scenario, std::uint64_t seed, bool shrunk) {
  CampaignOptions options;
  options.seed = {.value = seed};
  options.budget.executions = 5000;
  options.shrink = shrunk;
  const Scenario* scenarios[] = {&scenario};
  return run_campaign(scenarios, options, {}).scenarios.front().failure;
}

TEST(Shrink, ReducesAPlantedScheduleToItsCore) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto failure = found_in(kLostUpdate, seed, true);
    ASSERT_TRUE(failure) << seed;
    EXPECT_TRUE(failure->shrunk);
    EXPECT_EQ(failure->message, "an update is lost");
    EXPECT_EQ(failure->parameters, (std::vector<std::string>{"spins = 0", "bystanders = 0"}));
    EXPECT_EQ(failure->preemptions, 1U) << seed;
    EXPECT_LE(failure->steps, failure->steps_found);
    EXPECT_GT(failure->shrink_executions, 0U);
  }
}

TEST(Shrink, KeepsTheProperty) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto before = found_in(kTwoBugs, seed, false);
    const auto after = found_in(kTwoBugs, seed, true);
    ASSERT_TRUE(before && after);
    EXPECT_EQ(after->property, before->property);
    EXPECT_EQ(after->category, before->category);
    EXPECT_EQ(after->parameters.front(),
              after->property == "small" ? "number = 20" : "number = 60");
  }
}

TEST(Shrink, GivesTheSameEveryTime) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto once = found_in(kLostUpdate, seed, true);
    const auto twice = found_in(kLostUpdate, seed, true);
    ASSERT_TRUE(once && twice);
    EXPECT_EQ(once->choices, twice->choices);
    EXPECT_EQ(once->shrink_executions, twice->shrink_executions);
    EXPECT_EQ(once->token, twice->token);
  }
}

TEST(Shrink, KeepsWithinItsExecutions) {
  auto found = found_in(kLostUpdate, 1, false);
  ASSERT_TRUE(found);
  Runner runner(kLostUpdate, {});
  const Target target{.category = found->category, .property = found->property};
  const ShrinkResult result = shrink(runner, found->choices, target, {.executions = 7});
  EXPECT_LE(result.executions, 7U);
  ASSERT_TRUE(result.confirmed);
  EXPECT_TRUE(target.matches(runner.replay(result.choices)));
}

TEST(Shrink, LeavesAloneWhatDoesNotFailAgain) {
  auto found = found_in(kLostUpdate, 1, false);
  ASSERT_TRUE(found);
  Runner runner(kLostUpdate, {});
  found->property = "another";
  const FailureRecord same = shrink_failure(runner, *found);
  EXPECT_FALSE(same.shrunk);
  EXPECT_EQ(same.choices, found->choices);
}

TEST(Shrink, RepeatsTheFailureFromItsTokenAndFromItsRecording) {
  const auto failure = found_in(kLostUpdate, 3, true);
  ASSERT_TRUE(failure && failure->token.plan);
  const auto token = choice::parse_token(choice::format_token(failure->token)).token;
  ASSERT_TRUE(token);
  EXPECT_EQ(*token, failure->token);
  Runner runner(kLostUpdate, {});
  choice::PlanReplay source(*token->plan);
  report::TraceRecorder recorder;
  const RunResult again = runner.answer(source, &recorder);
  EXPECT_EQ(again.outcome.category, failure->category);
  EXPECT_FALSE(choice::first_difference(*token->fingerprint, recorder.take().hashes()));
  const auto read = report::parse_recording(report::recording_json(report::recording_of(*failure)));
  ASSERT_TRUE(read.recording) << read.error;
  EXPECT_TRUE(read.recording->shrunk);
  EXPECT_EQ(runner.replay(read.recording->choices).outcome.hash, again.outcome.hash);
}

TEST(Shrink, NamesTheFileWhereTheLineWouldBeTooLong) {
  auto failure = found_in(kLostUpdate, 3, true);
  ASSERT_TRUE(failure);
  failure->token.plan.reset();
  failure->file = "kept/failure.json";
  EXPECT_TRUE(failure->needs_file());
  EXPECT_EQ(report::reproduce_line(*failure), "./tidemark replay kept/failure.json");
}

}  // namespace
}  // namespace tidemark::sim::explore
