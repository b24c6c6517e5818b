// SPDX-License-Identifier: MIT
// What a campaign says of programs that depend on their memory.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::sim::explore {
namespace {

constexpr std::string_view kHolds[] = {"holds"};

// Hidden from the compiler, which sees what is never written.
volatile unsigned char* fresh_block() {
  void* block = malloc(1);
  asm volatile("" : "+r"(block));
  return static_cast<volatile unsigned char*>(block);
}

void garbage_body(World& world) {
  world.always("holds", [] { return true; });
  world.process("a", [&world] {
    auto* const block = fresh_block();
    for (int step = 0; step < (*block & 3); ++step) world.atomically([] {});
    free(const_cast<unsigned char*>(block));
    world.atomically([] {});
  });
  world.run();
}

void tidy_body(World& world) {
  world.always("holds", [] { return true; });
  world.process("a", [&world] {
    auto* const block = fresh_block();
    *block = 2;
    for (int step = 0; step < (*block & 3); ++step) world.atomically([] {});
    free(const_cast<unsigned char*>(block));
  });
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

const Scenario kGarbage{"test/garbage", "", {}, kHolds, {}, &garbage_body};
const Scenario kTidy{"test/tidy", "", {}, kHolds, {}, &tidy_body};
const Scenario kForgetful{"test/forgetful", "", {}, kHolds, {}, &forgetful_body};

ScenarioResult explored(const Scenario& scenario, bool shake, std::uint32_t jobs = 1) {
  CampaignOptions options;
  options.seed = {.value = 1};
  options.budget.executions = 100;
  options.shake = shake;
  options.jobs = jobs;
  const Scenario* scenarios[] = {&scenario};
  return run_campaign(scenarios, options, {}).scenarios.front();
}

TEST(ShakenCampaign, SaysThatAProgramReadsWhatNobodyWrote) {
  for (const std::uint32_t jobs : {1U, 2U}) {
    const ScenarioResult one = explored(kGarbage, true, jobs);
    EXPECT_EQ(one.verdict, Verdict::nondeterministic);
    ASSERT_TRUE(one.failure);
    EXPECT_NE(one.failure->message.find("memory that nobody wrote"), std::string::npos);
    ASSERT_EQ(one.failure->divergence.size(), 3U);
    EXPECT_TRUE(one.failure->divergence[0].starts_with("the runs part at step "));
    EXPECT_TRUE(one.failure->divergence[2].starts_with("shaken run: "));
  }
}

TEST(ShakenCampaign, HoldsForAProgramThatDoesNot) {
  EXPECT_EQ(explored(kTidy, true).verdict, Verdict::held);
  EXPECT_EQ(explored(kTidy, true).executions, 100U);
}

TEST(ShakenCampaign, IsOnlyShakenWhenToldTo) {
  EXPECT_EQ(explored(kGarbage, false).verdict, Verdict::held);
}

TEST(ShakenCampaign, DoesNotBlameTheMemoryForWhatSurvivesAnExecution) {
  const ScenarioResult one = explored(kForgetful, true);
  EXPECT_EQ(one.verdict, Verdict::nondeterministic);
  ASSERT_TRUE(one.failure);
  EXPECT_EQ(one.failure->message, "the same choices gave two different runs");
}

}  // namespace
}  // namespace tidemark::sim::explore
