// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/memory.hpp"

#include <gtest/gtest.h>

#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/report/campaign_json.hpp"
#include "tidemark/tests/explore/planted.hpp"

namespace tidemark::sim::explore {
namespace {

/// The lost update mended: read and written in one step.
void mended_body(World& world) {
  const std::uint64_t spins = world.pick("spins", 0, 12);
  const std::uint64_t bystanders = world.pick("bystanders", 0, 3);
  world.always("holds", [] { return true; });
  const auto update = [&world, spins] {
    for (std::uint64_t at = 0; at < 2 * spins + 1; ++at) world.atomically([] {});
  };
  world.process("first", update);
  world.process("second", update);
  for (std::uint64_t at = 0; at < bystanders; ++at) {
    world.process("bystander", [&world] { world.atomically([] {}); });
  }
  world.run();
}

/// The same name, as the code of another day has.
const Scenario kMended{"test/lost_update", "", {}, kHoldsName, {}, &mended_body};

CampaignOptions options_for(std::uint64_t seed) {
  CampaignOptions options;
  options.seed = {.value = seed};
  options.budget.executions = 5000;
  return options;
}

ScenarioResult explored(const Scenario& scenario, const CampaignOptions& options) {
  const Scenario* const scenarios[] = {&scenario};
  return run_campaign(scenarios, options, {}).scenarios.front();
}

Memory memory_of(const FailureRecord& failure) {
  return {.file = "kept.json", .token = failure.token, .choices = failure.choices};
}

TEST(Memory, FailsFirstWhereTheBugIsBack) {
  const ScenarioResult found = explored(kLostUpdate, options_for(1));
  ASSERT_TRUE(found.failure);
  for (const std::uint32_t jobs : {1U, 2U}) {
    CampaignOptions options = options_for(77);
    options.corpus = {memory_of(*found.failure)};
    options.jobs = jobs;
    const ScenarioResult again = explored(kLostUpdate, options);
    EXPECT_EQ(again.verdict, Verdict::violated);
    EXPECT_EQ(again.executions, 0U);
    EXPECT_EQ(again.recalled, 1U);
    EXPECT_EQ(again.recalled_found, 1U);
    ASSERT_TRUE(again.failure);
    EXPECT_EQ(again.failure->strategy, "corpus");
    EXPECT_EQ(again.failure->choices, found.failure->choices);
    EXPECT_EQ(again.failure->message, "an update is lost");
  }
}

TEST(Memory, IsExploredBeyondWhereNothingFailsAnyMore) {
  const ScenarioResult found = explored(kLostUpdate, options_for(1));
  ASSERT_TRUE(found.failure);
  CampaignOptions options = options_for(77);
  options.corpus = {memory_of(*found.failure), memory_of(*found.failure)};
  const ScenarioResult again = explored(kMended, options);
  EXPECT_EQ(again.verdict, Verdict::held);
  EXPECT_EQ(again.executions, 5000U);
  EXPECT_EQ(again.recalled, 2U);
  EXPECT_EQ(again.recalled_found, 0U);
}

TEST(Memory, OfAnotherScenarioIsLeftAlone) {
  const ScenarioResult found = explored(kLostUpdate, options_for(1));
  ASSERT_TRUE(found.failure);
  CampaignOptions options = options_for(1);
  options.corpus = {memory_of(*found.failure)};
  options.corpus.front().token.scenario = "test/another";
  EXPECT_EQ(explored(kMended, options).recalled, 0U);
}

TEST(Memory, IsShrunkAndRepeatsFromItsToken) {
  const ScenarioResult found = explored(kLostUpdate, options_for(3));
  ASSERT_TRUE(found.failure);
  CampaignOptions options = options_for(77);
  options.corpus = {memory_of(*found.failure)};
  options.shrink = true;
  const ScenarioResult again = explored(kLostUpdate, options);
  ASSERT_TRUE(again.failure && again.failure->token.plan);
  EXPECT_EQ(again.failure->preemptions, 1U);
  Runner runner(kLostUpdate, {});
  choice::PlanReplay source(*again.failure->token.plan);
  EXPECT_EQ(runner.answer(source).outcome.category, again.failure->category);
}

}  // namespace
}  // namespace tidemark::sim::explore
