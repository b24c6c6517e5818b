// SPDX-License-Identifier: MIT
// Equal choices, equal runs: whether they come from a seed, a record or a trace.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"
#include "tidemark/sim/report/symbolizer.hpp"
#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

Ran walk(guest::Body* body, std::uint64_t seed, TraceSink* trace = nullptr) {
  choice::RandomWalk random;
  random.begin(seed);
  return run_body(body, random, {}, trace);
}

std::vector<choice::Choice> recorded() {
  const ChoiceSpan span = choices();
  return {span.data, span.data + span.size};
}

Ran replay(guest::Body* body, const std::vector<choice::Choice>& from) {
  choice::Replay source(from);
  return run_body(body, source);
}

guest::Body* const kBodies[] = {&guest::bit_of_everything,     &guest::one_of_three_is_woken,
                                &guest::cancelled_timer,       &guest::draws_in_two_threads,
                                &guest::two_threads_throw,     &guest::asynchronous_call,
                                &guest::shared_pointer_swapped};

TEST(Determinism, AThousandSeedsRunTwiceLeaveEqualHashes) {
  for (guest::Body* body : kBodies) {
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      hashes.push_back(walk(body, seed).outcome.hash);
    }
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      ASSERT_EQ(walk(body, seed).outcome.hash, hashes[seed - 1]) << "seed " << seed;
    }
    EXPECT_GT(std::set(hashes.begin(), hashes.end()).size(), 20U);
  }
}

TEST(Determinism, AReplayOfTheRecordIsTheRun) {
  for (guest::Body* body : kBodies) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Ran first = walk(body, seed);
      const std::vector<choice::Choice> record = recorded();
      const Ran again = replay(body, record);
      ASSERT_EQ(again.outcome.hash, first.outcome.hash) << "seed " << seed << again.message;
      ASSERT_EQ(again.outcome.category, first.outcome.category);
      ASSERT_EQ(recorded(), record);
    }
  }
}

struct Recording final : TraceSink {
  bool wants_stacks() const override { return true; }
  void on_step(const StepView& step) override {
    EXPECT_EQ(step.index, steps.size());
    steps.push_back(step);
    depths.push_back(step.stack_depth);
    if (step.stack_depth > 0) innermost.insert(step.stack[0]);
  }
  void on_value(FiberId, std::uint64_t) override { ++values; }
  void on_note(FiberId, NoteKind, const char*) override {}

  std::vector<StepView> steps;
  std::vector<std::size_t> depths;
  std::set<ProgramCounter> innermost;
  std::size_t values = 0;
};

TEST(Trace, ChangesNothingOfTheRun) {
  for (guest::Body* body : kBodies) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Ran plain = walk(body, seed);
      Recording trace;
      const Ran traced = walk(body, seed, &trace);
      ASSERT_EQ(traced.outcome.hash, plain.outcome.hash) << "seed " << seed;
      ASSERT_EQ(traced.outcome.steps, plain.outcome.steps);
      ASSERT_EQ(traced.outcome.preemptions, plain.outcome.preemptions);
    }
  }
}

TEST(Trace, ShowsStepsWithTheirStacks) {
  Recording trace;
  const Ran ran = walk(&guest::store_buffering, 3, &trace);
  ASSERT_EQ(ran.outcome.category, Category::none);
  EXPECT_GT(trace.values, 3U);
  std::size_t atomics = 0;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const OperationKind kind = trace.steps[i].operation.kind;
    if (kind != OperationKind::load && kind != OperationKind::store) continue;
    ++atomics;
    EXPECT_GT(trace.depths[i], 0U);
    EXPECT_GT(trace.steps[i].operation.object, 0U);
  }
  EXPECT_EQ(atomics, 4U);
  report::Symbolizer symbolizer;
  bool found = false;
  for (const ProgramCounter pc : trace.innermost) {
    for (const report::Frame& frame : symbolizer.frames(pc)) {
      found = found || frame.file == "tests/kernel/guest/messages.cpp";
    }
  }
  EXPECT_TRUE(found);
}

TEST(Divergence, SaysWhichChoiceAndWhatCame) {
  walk(&guest::increments, 5);
  std::vector<choice::Choice> record = recorded();
  ASSERT_GT(record.size(), 4U);
  record[3] = {choice::Kind::wake, 7, 2};
  const Ran ran = replay(&guest::increments, record);
  ASSERT_EQ(ran.outcome.category, Category::diverged);
  const Failure& failure = *ran.outcome.failure;
  EXPECT_EQ(failure.choice_index, 3U);
  EXPECT_EQ(failure.expected, record[3]);
  EXPECT_EQ(failure.actual.kind, choice::Kind::schedule);
  EXPECT_EQ(ran.message, "the recorded run no longer matches the code");
}

TEST(Divergence, IsARecordThatEndsBeforeTheRun) {
  walk(&guest::increments, 5);
  std::vector<choice::Choice> record = recorded();
  record.pop_back();
  const Ran ran = replay(&guest::increments, record);
  ASSERT_EQ(ran.outcome.category, Category::diverged);
  EXPECT_EQ(ran.outcome.failure->choice_index, record.size());
  EXPECT_EQ(ran.outcome.failure->expected, choice::Choice{});
}

TEST(Divergence, IsARecordOfOtherCode) {
  walk(&guest::one_of_three_is_woken, 1);
  EXPECT_EQ(replay(&guest::bit_of_everything, recorded()).outcome.category, Category::diverged);
}

/// Answers what is not offered at a step.
struct Stubborn final : choice::Source {
  std::uint32_t schedule(const choice::SchedulePoint& point) override {
    return point.step < 5 ? point.runnable.nth(0) : answer;
  }
  std::uint64_t choose(choice::Kind, std::uint64_t count) override { return count; }
  std::uint32_t answer = 0;
};

TEST(Divergence, IsAnAnswerThatIsNotOffered) {
  for (const std::uint32_t answer : {200U, choice::option::kAdvance, choice::option::kFirstEvent,
                                     choice::option::kFirstEvent + 63, ~0U}) {
    Stubborn source;
    source.answer = answer;
    const Ran ran = run_body(&guest::increments, source);
    ASSERT_EQ(ran.outcome.category, Category::diverged) << answer;
    EXPECT_EQ(ran.outcome.failure->actual.value, answer);
    EXPECT_EQ(ran.outcome.failure->actual.kind, choice::Kind::schedule);
  }
}

TEST(Divergence, IsAValueBeyondTheCount) {
  Stubborn source;
  source.answer = 0;
  const Ran ran = run_body(&guest::one_of_three_is_woken, source);
  ASSERT_EQ(ran.outcome.category, Category::diverged);
}

}  // namespace
}  // namespace tidemark::sim::kernel
