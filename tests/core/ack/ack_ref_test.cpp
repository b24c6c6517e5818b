// SPDX-License-Identifier: MIT
#include "tidemark/core/ack/ack_ref.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/tests/core/allocations.hpp"

namespace tidemark {
namespace {

constexpr BatchId kBatch{.partition = 1, .epoch = 7, .seq = 3};

std::optional<AckStatus> status_of(AckReceiver& receiver) {
  const auto message = receiver.receive();
  return message ? std::optional{message->status} : std::nullopt;
}

TEST(AckRef, ResolvesOnceOnLastDrop) {
  AckReceiver receiver;
  {
    std::vector<AckRef> clones;
    {
      const AckRef first = receiver.sender().issue(kBatch, Offset{99});
      for (int i = 0; i < 8; ++i) clones.push_back(first);
    }
    EXPECT_EQ(receiver.receive(), std::nullopt);
    clones.resize(1, clones.front());
    EXPECT_EQ(receiver.receive(), std::nullopt);
  }
  const AckMessage expected{
      .batch = kBatch, .last_offset = Offset{99}, .status = AckStatus::delivered};
  EXPECT_EQ(receiver.receive(), expected);
  EXPECT_EQ(receiver.receive(), std::nullopt);
}

TEST(AckRef, AnyFailurePoisonsTheBatch) {
  auto [ack, receiver] = make_ack_pair();
  {
    const AckRef sibling = ack;
    sibling.fail();
    sibling.fail();
  }
  {
    const AckRef innocent = ack;
  }
  {
    const AckRef last = std::move(ack);
  }
  EXPECT_EQ(status_of(receiver), AckStatus::failed);
  EXPECT_EQ(receiver.receive(), std::nullopt);
}

TEST(AckRef, DroppedCheckpointerDoesNotPanic) {
  std::optional<AckReceiver> receiver{std::in_place};
  const AckSender sender = receiver->sender();
  std::optional ack{sender.issue(kBatch, Offset{0})};
  {
    const AckRef never_received = sender.issue({}, Offset{1});
  }
  receiver.reset();
  ack->fail();
  ack.reset();
  {
    const AckRef late = sender.issue({}, Offset{2});
  }
}

TEST(AckRef, AnEmptyHandleResolvesNothing) {
  auto [ack, receiver] = make_ack_pair(kBatch);
  AckRef moved = std::move(ack);
  EXPECT_FALSE(ack);
  EXPECT_TRUE(moved);
  EXPECT_EQ(moved.batch(), kBatch);
  {
    const AckRef copy_of_nothing = ack;
    EXPECT_FALSE(copy_of_nothing);
    const AckRef moved_nothing = std::move(ack);
    EXPECT_FALSE(moved_nothing);
  }
  EXPECT_EQ(receiver.receive(), std::nullopt);
  moved = ack;
  EXPECT_EQ(status_of(receiver), AckStatus::delivered);
}

TEST(AckRef, AssignmentDropsWhatWasHeld) {
  AckReceiver receiver;
  AckRef held = receiver.sender().issue({.seq = 1}, Offset{1});
  const AckRef other = receiver.sender().issue({.seq = 2}, Offset{2});
  const AckRef& itself = held;
  held = itself;
  held = std::move(held);
  EXPECT_EQ(receiver.receive(), std::nullopt);
  held = other;
  EXPECT_EQ(receiver.receive()->batch.seq, 1U);
  EXPECT_EQ(held.batch().seq, 2U);
  EXPECT_EQ(receiver.receive(), std::nullopt);
}

TEST(AckRef, ResolvesWithoutMemory) {
  static_assert(std::is_nothrow_copy_constructible_v<AckRef>);
  static_assert(std::is_nothrow_move_constructible_v<AckRef>);
  static_assert(std::is_nothrow_destructible_v<AckRef>);
  static_assert(std::atomic<std::size_t>::is_always_lock_free);
  static_assert(std::atomic<void*>::is_always_lock_free);
  AckReceiver receiver;
  std::optional ack{receiver.sender().issue(kBatch, Offset{5})};
  const std::size_t before = testing::allocations();
  bool issued = true;
  {
    const testing::NoMemory none;
    try {
      (void)receiver.sender().issue({}, Offset{6});
    } catch (const std::bad_alloc&) {
      issued = false;
    }
    std::optional copy{*ack};
    copy->fail();
    copy.reset();
    ack.reset();
    EXPECT_EQ(status_of(receiver), AckStatus::failed);
  }
  EXPECT_FALSE(issued);
  EXPECT_EQ(testing::allocations(), before + 1);  // the one that was refused
}

TEST(AckReceiver, GivesMessagesInTheOrderOfResolving) {
  AckReceiver receiver;
  const AckSender sender = receiver.sender();
  std::vector<std::optional<AckRef>> acks;
  for (std::uint64_t seq = 0; seq < 6; ++seq) {
    acks.emplace_back(sender.issue({.seq = seq}, Offset{static_cast<std::int64_t>(seq) * 10}));
  }
  for (const std::size_t seq : {2, 0, 1}) acks[seq].reset();
  EXPECT_EQ(receiver.receive()->batch.seq, 2U);
  for (const std::size_t seq : {5, 3}) acks[seq].reset();
  for (const std::uint64_t seq : {0, 1, 5, 3}) {
    const auto message = receiver.receive();
    ASSERT_TRUE(message);
    EXPECT_EQ(message->batch.seq, seq);
    EXPECT_EQ(message->last_offset, Offset{static_cast<std::int64_t>(seq) * 10});
  }
  EXPECT_EQ(receiver.receive(), std::nullopt);
}

TEST(AckReceiver, MovesWithItsMessages) {
  AckReceiver receiver;
  const AckSender sender = receiver.sender();
  for (std::uint64_t seq = 0; seq < 3; ++seq) (void)sender.issue({.seq = seq}, Offset{});
  EXPECT_EQ(receiver.receive()->batch.seq, 0U);
  AckReceiver moved = std::move(receiver);
  EXPECT_EQ(moved.receive()->batch.seq, 1U);
  // What was behind the one that is overwritten is gone, with the message it still had.
  moved = AckReceiver{};
  EXPECT_EQ(moved.receive(), std::nullopt);
  (void)sender.issue({}, Offset{});
  EXPECT_EQ(moved.receive(), std::nullopt);
}

TEST(AckStatus, IsOrderedByHowBadItIs) { EXPECT_LT(AckStatus::delivered, AckStatus::failed); }

TEST(AckRefDeathTest, RefusesWhatWasMovedFrom) {
  auto [ack, receiver] = make_ack_pair();
  const AckRef held = std::move(ack);
  EXPECT_DEATH(ack.fail(), "moved from");
  EXPECT_DEATH((void)ack.batch(), "moved from");
  const AckReceiver kept = std::move(receiver);
  EXPECT_DEATH((void)receiver.receive(), "moved from");
  EXPECT_DEATH((void)receiver.sender(), "moved from");
  AckSender sender = kept.sender();
  const AckSender other = std::move(sender);
  EXPECT_DEATH((void)sender.issue({}, Offset{}), "moved from");
}

}  // namespace
}  // namespace tidemark
