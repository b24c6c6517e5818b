// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/plan.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tidemark::sim::choice {
namespace {

SchedulePoint point_of(std::initializer_list<std::uint32_t> runnable, std::uint32_t current) {
  SchedulePoint point;
  for (const std::uint32_t fiber : runnable) point.runnable.insert(fiber);
  point.current = current;
  return point;
}

const std::vector<Choice> kRecorded = {{Kind::parameter, 8, 5},
                                       {Kind::schedule, 3, 2},
                                       {Kind::schedule, 3, 2},
                                       {Kind::outcome, 4, 3},
                                       {Kind::schedule, 3, 0},
                                       {Kind::random, 0, ~std::uint64_t{0}},
                                       {Kind::schedule, 2, option::kAdvance}};

TEST(Plan, KeepsTheScheduleAsStretches) {
  const Plan plan = plan_of(kRecorded);
  EXPECT_EQ(plan.schedule, (std::vector<Segment>{{2, 2}, {0, 1}, {option::kAdvance, 1}}));
  EXPECT_EQ(plan.of(Kind::parameter), std::vector<std::uint64_t>{5});
  EXPECT_EQ(plan.of(Kind::outcome), std::vector<std::uint64_t>{3});
}

TEST(Plan, AnswersAsRecorded) {
  const Plan plan = plan_of(kRecorded);
  PlanReplay replay(plan);
  SchedulePoint point = point_of({0, 1, 2}, 0);
  point.can_advance = true;
  EXPECT_EQ(replay.choose(Kind::parameter, 8), 5U);
  EXPECT_EQ(replay.schedule(point), 2U);
  EXPECT_EQ(replay.schedule(point), 2U);
  EXPECT_EQ(replay.choose(Kind::outcome, 4), 3U);
  EXPECT_EQ(replay.schedule(point), 0U);
  EXPECT_EQ(replay.choose(Kind::random, 0), ~std::uint64_t{0});
  EXPECT_EQ(replay.schedule(point), option::kAdvance);
  EXPECT_EQ(replay.counts().preemptions, 2U);
  EXPECT_EQ(replay.counts().advances, 1U);
  EXPECT_EQ(replay.counts().faults, 1U);
}

TEST(Plan, GoesOnAsIfNothingHadGoneWrong) {
  const Plan empty;
  PlanReplay replay(empty);
  SchedulePoint point = point_of({1, 2}, 2);
  point.can_advance = true;
  point.events = 1;
  EXPECT_EQ(replay.schedule(point), 2U);
  point.current = 0;
  EXPECT_EQ(replay.schedule(point), 1U);
  EXPECT_EQ(replay.choose(Kind::outcome, 3), 0U);
  EXPECT_EQ(replay.counts().preemptions, 0U);
}

TEST(Plan, LeavesOutWhatIsNotOffered) {
  Plan plan;
  plan.schedule = {{7, 3}, {option::kFirstEvent, 1}, {1, Segment::kWhileOffered}, {2, 1}};
  plan.of(Kind::outcome) = {9};
  PlanReplay replay(plan);
  for (int times = 0; times < 5; ++times) EXPECT_EQ(replay.schedule(point_of({1, 2}, 2)), 1U);
  EXPECT_EQ(replay.schedule(point_of({2, 3}, 1)), 2U);
  EXPECT_EQ(replay.choose(Kind::outcome, 3), 2U) << "what is too large is as large as it can be";
}

TEST(Plan, ForgetsWhatNobodyAskedFor) {
  Plan plan;
  plan.schedule = {{1, 1}, {2, 1}, {1, 1}};
  plan.of(Kind::outcome) = {1, 0, 0, 2};
  PlanReplay replay(plan);
  replay.schedule(point_of({1, 2}, 0));
  replay.choose(Kind::outcome, 3);
  replay.choose(Kind::outcome, 3);
  Plan used;
  used.schedule = {{1, 1}};
  used.of(Kind::outcome) = {1};
  EXPECT_EQ(replay.used(), used);
}

TEST(Plan, IsReadBackAsPacked) {
  Plan open;
  open.schedule = {{3, Segment::kWhileOffered}, {option::kFirstEvent + 63, 1}, {255, 1000}};
  for (const Plan& plan : {Plan{}, open, plan_of(kRecorded)}) {
    const auto read = unpack_plan(pack_plan(plan));
    ASSERT_TRUE(read) << pack_plan(plan);
    EXPECT_EQ(*read, plan);
  }
}

TEST(Plan, IsNotReadFromAnythingElse) {
  const std::string good = pack_plan(plan_of(kRecorded));
  EXPECT_FALSE(unpack_plan(""));
  EXPECT_FALSE(unpack_plan(good.substr(0, good.size() - 1)));
  EXPECT_FALSE(unpack_plan(good + "00"));
  EXPECT_FALSE(unpack_plan("-" + good));
  EXPECT_FALSE(unpack_plan("__________")) << "a count of things that cannot all be there";
}

}  // namespace
}  // namespace tidemark::sim::choice
