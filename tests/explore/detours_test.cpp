// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/detours.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tidemark/sim/choice/plan.hpp"
#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/explore/runner.hpp"
#include "tidemark/tests/explore/planted.hpp"

namespace tidemark::sim::explore {
namespace {

using choice::Turn;

struct Walked {
  RunResult run;
  choice::Plan plan;
  std::vector<Turn> turns;
};

/// A random execution and where it turned.
Walked walk(Runner& runner, std::uint64_t execution) {
  choice::RandomWalk random;
  random.begin(choice::execution_seed(1, kLostUpdate.name, execution));
  choice::TurnRecorder recorder(random);
  Walked walked;
  walked.run = runner.answer(recorder);
  walked.turns.assign(recorder.turns().begin(), recorder.turns().end());
  walked.plan = choice::plan_of(last_choices());
  return walked;
}

TEST(Detours, RepeatARunFromWhereItTurned) {
  Runner runner(kLostUpdate, {});
  std::size_t repeated = 0;
  for (std::uint64_t execution = 0; execution < 200; ++execution) {
    const Walked walked = walk(runner, execution);
    if (walked.turns.size() > 60) continue;
    choice::Detours detours(walked.turns, {});
    choice::PlannedInputs source(walked.plan, detours);
    ASSERT_EQ(runner.answer(source).outcome.hash, walked.run.outcome.hash) << execution;
    ++repeated;
  }
  EXPECT_GT(repeated, 50U);
}

TEST(Detours, LetThreadsRunUntilTheyBlock) {
  Runner runner(kLostUpdate, {});
  for (std::uint64_t execution = 0; execution < 20; ++execution) {
    const Walked walked = walk(runner, execution);
    choice::Detours detours({}, {});
    choice::PlannedInputs source(walked.plan, detours);
    const RunResult run = runner.answer(source);
    EXPECT_EQ(run.outcome.preemptions, 0U);
    EXPECT_EQ(run.outcome.category, kernel::Category::none) << "the bug needs a preemption";
  }
}

TEST(Detours, KnowWhichTurnsPreempt) {
  Runner runner(kLostUpdate, {});
  for (std::uint64_t execution = 0; execution < 50; ++execution) {
    const Walked walked = walk(runner, execution);
    std::uint64_t preempting = 0;
    for (const Turn& turn : walked.turns) {
      preempting += turn.preempts && turn.option < choice::option::kFibersMax ? 1 : 0;
    }
    if (walked.turns.size() == 256) continue;  // some were forgotten
    EXPECT_EQ(preempting, walked.run.outcome.preemptions);
  }
}

TEST(Detours, TakeOthersInTheOrderTheyAreGiven) {
  Runner runner(kLostUpdate, {});
  const auto first_after = [&](std::vector<std::uint32_t> order) {
    choice::Detours detours({}, order);
    choice::TurnRecorder recorder(detours);
    runner.answer(recorder);
    return recorder.turns().front().option;
  };
  EXPECT_EQ(first_after({1, 2}), 1U);
  EXPECT_EQ(first_after({2, 1}), 2U);
  EXPECT_EQ(first_after({}), 1U);
}

}  // namespace
}  // namespace tidemark::sim::explore
