// SPDX-License-Identifier: MIT
#include "tidemark/core/ack/ack_set.hpp"

#include <gtest/gtest.h>

#include <map>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/tests/core/allocations.hpp"

namespace tidemark {
namespace {

static_assert(!std::is_copy_constructible_v<AckSet> && !std::is_copy_assignable_v<AckSet>);
static_assert(std::is_nothrow_move_constructible_v<AckSet>);
static_assert(std::is_nothrow_move_assignable_v<AckSet>);

/// One receiver; handles are on batches named by their seq.
class AckSetTest : public ::testing::Test {
 protected:
  AckRef issue(std::uint64_t seq) { return receiver_.sender().issue({.seq = seq}, Offset{}); }

  /// Everything that has resolved since the last call.
  std::map<std::uint64_t, AckStatus> resolved() {
    std::map<std::uint64_t, AckStatus> statuses;
    while (const auto message = receiver_.receive()) {
      EXPECT_TRUE(statuses.emplace(message->batch.seq, message->status).second);
    }
    return statuses;
  }

  using Statuses = std::map<std::uint64_t, AckStatus>;
  AckReceiver receiver_;
};

TEST_F(AckSetTest, DroppingASetFailsItsBatches) {
  {
    AckSet set;
    set.push(issue(1));
    set.push(issue(2));
    EXPECT_EQ(resolved(), Statuses{});
  }
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::failed}, {2, AckStatus::failed}}));
}

TEST_F(AckSetTest, DeliveringASetResolvesDelivered) {
  AckSet set;
  set.push(issue(1));
  set.push(issue(2));
  std::move(set).deliver();
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::delivered}, {2, AckStatus::delivered}}));
  EXPECT_TRUE(set.empty());
}

TEST_F(AckSetTest, AbsorbMovesHandlesWithoutResolving) {
  AckSet first;
  first.push(issue(1));
  AckSet second;
  second.push(issue(2));
  second.absorb(std::move(first));
  EXPECT_EQ(resolved(), Statuses{});
  EXPECT_EQ(second.size(), 2U);
  EXPECT_TRUE(first.empty());
  std::move(second).deliver();
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::delivered}, {2, AckStatus::delivered}}));
}

TEST_F(AckSetTest, AbsorbingItselfOrNothingChangesNothing) {
  AckSet set;
  set.push(issue(1));
  AckSet& itself = set;
  set.absorb(std::move(itself));
  set.absorb(AckSet{});
  EXPECT_EQ(set.size(), 1U);
  EXPECT_EQ(resolved(), Statuses{});
  std::move(set).deliver();
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::delivered}}));
}

TEST_F(AckSetTest, TakesAVector) {
  std::vector<AckRef> acks;
  for (std::uint64_t seq = 0; seq < 3; ++seq) acks.push_back(issue(seq));
  {
    const AckSet set{std::move(acks)};
    EXPECT_EQ(set.size(), 3U);
    EXPECT_FALSE(set.empty());
    EXPECT_EQ(resolved(), Statuses{});
  }
  EXPECT_EQ(resolved().size(), 3U);
  EXPECT_TRUE(AckSet{std::vector<AckRef>{}}.empty());
}

TEST_F(AckSetTest, DeliverCannotUndoTheFailureOfAnotherHandle) {
  for (const bool failed_first : {true, false}) {
    AckSet delivered;
    std::optional<AckSet> torn_down{std::in_place};
    {
      const AckRef ack = issue(1);
      delivered.push(ack);
      torn_down->push(ack);
    }
    if (failed_first) torn_down.reset();
    std::move(delivered).deliver();
    torn_down.reset();
    EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::failed}})) << failed_first;
  }
}

TEST_F(AckSetTest, AnOverwrittenSetFailsWhatItHeld) {
  AckSet set;
  set.push(issue(1));
  AckSet other;
  other.push(issue(2));
  set = std::move(other);
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::failed}}));
  EXPECT_TRUE(other.empty());
  AckSet& itself = set;
  set = std::move(itself);
  EXPECT_EQ(set.size(), 1U);
  std::move(set).deliver();
  EXPECT_EQ(resolved(), (Statuses{{2, AckStatus::delivered}}));
}

TEST_F(AckSetTest, AMovedFromSetIsEmptyAndOfUse) {
  AckSet set;
  set.push(issue(1));
  {
    const AckSet taken = std::move(set);
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(set.size(), 0U);
  }
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::failed}}));
  set.push(issue(2));
  std::move(set).deliver();
  EXPECT_EQ(resolved(), (Statuses{{2, AckStatus::delivered}}));
}

TEST_F(AckSetTest, HoldsSeveralHandlesOfOneBatch) {
  AckSet set;
  {
    const AckRef ack = issue(1);
    for (int i = 0; i < 3; ++i) set.push(ack);
  }
  EXPECT_EQ(set.size(), 3U);
  std::move(set).deliver();
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::delivered}}));
}

TEST_F(AckSetTest, WithoutMemoryAHandleThatIsPushedFails) {
  AckSet set;
  AckRef ack = issue(1);
  bool pushed = true;
  {
    const testing::NoMemory none;
    try {
      set.push(std::move(ack));
    } catch (const std::bad_alloc&) {
      pushed = false;
    }
  }
  EXPECT_FALSE(pushed);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(resolved(), (Statuses{{1, AckStatus::failed}}));
}

TEST_F(AckSetTest, WithoutMemoryNothingIsAbsorbed) {
  AckSet first;
  AckSet second;
  first.push(issue(1));
  second.push(issue(2));
  bool absorbed = true;
  {
    const testing::NoMemory none;
    try {
      first.absorb(std::move(second));
    } catch (const std::bad_alloc&) {
      absorbed = false;
    }
  }
  EXPECT_FALSE(absorbed);
  EXPECT_EQ(first.size(), 1U);
  EXPECT_EQ(second.size(), 1U);
  EXPECT_EQ(resolved(), Statuses{});
}

TEST(AckSetDeathTest, RefusesAHandleThatWasMovedFrom) {
  auto [ack, receiver] = make_ack_pair();
  const AckRef held = std::move(ack);
  AckSet set;
  EXPECT_DEATH(set.push(ack), "moved from");
  EXPECT_DEATH(AckSet{std::vector{ack}}, "handle 0 of 1 was moved from");
}

}  // namespace
}  // namespace tidemark
