// SPDX-License-Identifier: MIT
#include "tidemark/core/checkpoint/frontier.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::at;

TEST(Frontier, HoldsAtTheOldestOpenPosition) {  // T-1
  Frontier frontier;
  const SlotRef first = frontier.track(at(10), 1);
  const SlotRef second = frontier.track(at(20), 1);
  EXPECT_EQ(frontier.settle(second, SlotState::delivered).frontier, std::nullopt);
  EXPECT_EQ(frontier.settle(first, SlotState::delivered).frontier, at(20));
}

TEST(Frontier, AnOutOfOrderSettlementLearnsTheOldFrontierAgain) {
  Frontier frontier;
  const SlotRef first = frontier.track(at(10), 1);
  frontier.track(at(20), 1);
  const SlotRef third = frontier.track(at(30), 1);
  EXPECT_EQ(frontier.settle(first, SlotState::delivered).frontier, at(10));
  EXPECT_EQ(frontier.settle(third, SlotState::delivered).frontier, at(10));
}

TEST(Frontier, ASlotWithoutAPositionHoldsItBackAndKeepsTheOneBefore) {  // T-2
  Frontier frontier;
  const SlotRef closed = frontier.track(at(10), 1);
  const SlotRef open = frontier.track(std::nullopt, 1);
  const SlotRef later = frontier.track(at(30), 1);
  frontier.settle(closed, SlotState::delivered);
  EXPECT_EQ(frontier.settle(later, SlotState::delivered).frontier, at(10));
  EXPECT_EQ(frontier.settle(open, SlotState::delivered).frontier, at(30));
  frontier.settle(frontier.track(std::nullopt, 1), SlotState::delivered);
  EXPECT_EQ(frontier.position(), at(30));
}

TEST(Frontier, ASecondSettlementOfTheFrontForgetsNothing) {  // T-3, B24
  Frontier frontier;
  const SlotRef a = frontier.track(at(10), 1);
  frontier.settle(a, SlotState::delivered);
  const SlotRef b = frontier.track(at(20), 1);
  const SettleResult again = frontier.settle(a, SlotState::delivered);
  EXPECT_EQ(again.effect, SettleEffect::repeated);
  EXPECT_EQ(again.frontier, at(10));
  const SlotRef c = frontier.track(at(30), 1);
  EXPECT_EQ(frontier.settle(c, SlotState::delivered).frontier, at(10));
  EXPECT_EQ(frontier.settle(b, SlotState::delivered).frontier, at(30));
}

TEST(Frontier, ASecondSettlementCannotChangeTheFirst) {  // T-3
  Frontier frontier;
  frontier.track(at(10), 1);
  const SlotRef second = frontier.track(at(20), 4);
  frontier.settle(second, SlotState::delivered);
  EXPECT_EQ(frontier.settle(second, SlotState::failed).effect, SettleEffect::repeated);
  EXPECT_EQ(frontier.failed(), 0U);
  EXPECT_EQ(frontier.pending(), 5U);
}

TEST(Frontier, PendingIsTheSpanFromTheFrontierToTheNewest) {
  Frontier frontier;
  const SlotRef first = frontier.track(at(10), 3);
  const SlotRef second = frontier.track(at(20), 5);
  frontier.track(at(30), 7);
  EXPECT_EQ(frontier.pending(), 15U);
  frontier.settle(second, SlotState::delivered);  // in the middle: frees nothing
  EXPECT_EQ(frontier.pending(), 15U);
  frontier.settle(first, SlotState::delivered);
  EXPECT_EQ(frontier.pending(), 7U);
}

TEST(Frontier, ADroppedSlotIsPassedAndAFailedOneNever) {
  Frontier frontier;
  const SlotRef dropped = frontier.track(at(10), 1);
  const SlotRef failed = frontier.track(at(20), 1);
  const SlotRef later = frontier.track(at(30), 1);
  EXPECT_EQ(frontier.settle(dropped, SlotState::dropped).frontier, at(10));
  EXPECT_EQ(frontier.settle(failed, SlotState::failed).frontier, at(10));
  EXPECT_EQ(frontier.settle(later, SlotState::delivered).frontier, at(10));
  EXPECT_EQ(frontier.settle(failed, SlotState::delivered).effect, SettleEffect::repeated);
  EXPECT_EQ(frontier.position(), at(10));
  EXPECT_EQ(frontier.failed(), 1U);
}

TEST(Frontier, AHandleOfAnEarlierGenerationIsStale) {
  Frontier frontier{Generation{4}};
  const SlotRef old = frontier.track(at(10), 1);
  frontier.begin_generation(Generation{5});
  EXPECT_TRUE(frontier.empty());
  EXPECT_EQ(frontier.position(), std::nullopt);
  const SlotRef fresh = frontier.track(at(20), 1);
  ASSERT_EQ(fresh.seq, old.seq);
  EXPECT_EQ(frontier.settle(old, SlotState::delivered).effect, SettleEffect::stale);
  EXPECT_EQ(frontier.pending(), 1U);
  EXPECT_EQ(frontier.settle(fresh, SlotState::delivered).frontier, at(20));
}

TEST(Frontier, KeepsItsOrderWhileTheWindowWidensAroundASettledFront) {
  Frontier frontier;
  std::vector<SlotRef> slots;
  for (std::uint64_t i = 0; i < 5; ++i) slots.push_back(frontier.track(at(i), 1));
  for (std::uint64_t i = 0; i < 5; ++i) frontier.settle(slots[i], SlotState::delivered);
  for (std::uint64_t i = 5; i < 100; ++i) slots.push_back(frontier.track(at(i), 1));
  for (std::uint64_t i = 99; i > 5; --i) {
    ASSERT_EQ(frontier.settle(slots[i], SlotState::delivered).frontier, at(4));
  }
  EXPECT_EQ(frontier.settle(slots[5], SlotState::delivered).frontier, at(99));
  EXPECT_EQ(frontier.pending(), 0U);
}

TEST(FrontierDeathTest, RefusesWhatWasNeverTracked) {
  Frontier frontier;
  EXPECT_DEATH(frontier.settle({.generation = Generation{1}, .seq = 0}, SlotState::delivered),
               "slot 0 was never tracked");
  EXPECT_DEATH(frontier.settle({.generation = Generation{2}, .seq = 0}, SlotState::delivered),
               "slot 0 is of generation 2, this is 1");
  EXPECT_DEATH(frontier.track(at(1), 0), "stands for no message");
  EXPECT_DEATH(frontier.begin_generation(Generation{1}), "generation 1 does not follow");
}

}  // namespace
}  // namespace tidemark
