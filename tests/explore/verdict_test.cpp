// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/verdict.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/explore/distinct.hpp"

namespace tidemark::sim::explore {
namespace {

TEST(Verdict, MapsToTheDocumentedExitCodes) {
  EXPECT_EQ(exit_code_of(Verdict::held), ExitCode::held);
  EXPECT_EQ(static_cast<int>(exit_code_of(Verdict::violated)), 1);
  EXPECT_EQ(static_cast<int>(exit_code_of(Verdict::unsupported)), 2);
  EXPECT_EQ(static_cast<int>(exit_code_of(Verdict::nondeterministic)), 3);
  EXPECT_EQ(static_cast<int>(exit_code_of(Verdict::liveness)), 4);
  EXPECT_EQ(static_cast<int>(exit_code_of(Verdict::goal_missed)), 5);
  EXPECT_EQ(static_cast<int>(exit_code_of(Verdict::no_verdict)), 124);
}

TEST(Verdict, KnowsLivenessFromSafety) {
  EXPECT_EQ(verdict_of(kernel::Category::deadlock), Verdict::liveness);
  EXPECT_EQ(verdict_of(kernel::Category::wedge), Verdict::liveness);
  EXPECT_EQ(verdict_of(kernel::Category::max_steps), Verdict::liveness);
  EXPECT_EQ(verdict_of(kernel::Category::race), Verdict::violated);
  EXPECT_EQ(verdict_of(kernel::Category::unsupported), Verdict::unsupported);
}

TEST(ExitCode, PrefersTheOneThatSaysMost) {
  const ExitCode order[] = {
      ExitCode::internal,    ExitCode::nondeterministic, ExitCode::bad_input,
      ExitCode::violated,    ExitCode::liveness,         ExitCode::replay_mismatch,
      ExitCode::goal_missed, ExitCode::no_verdict,       ExitCode::held};
  for (std::size_t left = 0; left < std::size(order); ++left) {
    for (std::size_t right = 0; right < std::size(order); ++right) {
      EXPECT_EQ(worse(order[left], order[right]), order[std::min(left, right)]);
    }
  }
}

TEST(ExitCode, TreatsAMissedGoalOfACommitSeedAsAWarning) {
  CampaignResult result;
  result.scenarios.resize(2);
  result.scenarios[0].verdict = Verdict::held;
  result.scenarios[1].verdict = Verdict::goal_missed;
  EXPECT_EQ(exit_code_of(result, false), ExitCode::goal_missed);
  EXPECT_EQ(exit_code_of(result, true), ExitCode::held);
  result.scenarios[0].trouble = "it declares no property";
  EXPECT_EQ(exit_code_of(result, true), ExitCode::bad_input);
  result.scenarios[0].internal = true;
  EXPECT_EQ(exit_code_of(result, true), ExitCode::internal);
}

TEST(DistinctCounter, IsExactWhileThereIsRoom) {
  DistinctCounter counter;
  choice::Generator generator(1);
  std::vector<std::uint64_t> hashes(20'000);
  for (auto& hash : hashes) hash = generator.next();
  for (int times = 0; times < 3; ++times) {
    for (const std::uint64_t hash : hashes) counter.add(hash);
  }
  EXPECT_TRUE(counter.exact());
  EXPECT_EQ(counter.count(), hashes.size());
}

TEST(DistinctCounter, StaysCloseWhenThereIsNot) {
  DistinctCounter counter;
  choice::Generator generator(1);
  constexpr std::uint64_t kHashes = 1'000'000;
  for (std::uint64_t at = 0; at < kHashes; ++at) counter.add(generator.next());
  EXPECT_FALSE(counter.exact());
  EXPECT_NEAR(static_cast<double>(counter.count()), kHashes, kHashes * 0.02);
}

}  // namespace
}  // namespace tidemark::sim::explore
