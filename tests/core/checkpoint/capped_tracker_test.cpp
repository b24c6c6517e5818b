// SPDX-License-Identifier: MIT
#include "tidemark/core/checkpoint/capped_tracker.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <optional>
#include <random>
#include <stop_token>
#include <thread>
#include <vector>

#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::at;
using testing::eventually;

using Tracked = std::future<std::optional<SlotRef>>;

Tracked track_on_a_thread(CappedTracker& tracker, std::uint64_t position, std::size_t messages,
                          const std::stop_token& stop = {}) {
  return std::async(std::launch::async, [&tracker, position, messages, stop] {
    return tracker.track(at(position), messages, stop);
  });
}

bool done(const Tracked& tracked) {
  return tracked.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

TEST(CappedTracker, BlocksAtTheCapUntilTheFrontierMoves) {  // T-4
  CappedTracker tracker{4};
  const auto first = tracker.track(at(10), 2, {});
  const auto second = tracker.track(at(20), 2, {});
  Tracked third = track_on_a_thread(tracker, 30, 1);
  tracker.settle(*second, SlotState::delivered);  // in the middle: frees nothing
  EXPECT_FALSE(done(third));
  EXPECT_EQ(tracker.pending(), 4U);
  tracker.settle(*first, SlotState::delivered);
  ASSERT_TRUE(third.get());
  EXPECT_EQ(tracker.pending(), 1U);
}

TEST(CappedTracker, AdmitsASlotLargerThanTheCapWhenNothingIsPending) {  // T-4
  CappedTracker tracker{2};
  const auto large = tracker.track(at(10), 5, {});
  ASSERT_TRUE(large);
  Tracked small = track_on_a_thread(tracker, 20, 1);
  EXPECT_FALSE(done(small));
  tracker.settle(*large, SlotState::delivered);
  EXPECT_TRUE(small.get());
}

TEST(CappedTracker, ASlotLargerThanTheCapWaitsUntilItIsAlone) {  // T-4
  CappedTracker tracker{2};
  const auto small = tracker.track(at(10), 1, {});
  Tracked large = track_on_a_thread(tracker, 20, 5);
  EXPECT_FALSE(done(large));
  tracker.settle(*small, SlotState::delivered);
  ASSERT_TRUE(large.get());
  EXPECT_EQ(tracker.pending(), 5U);
}

TEST(CappedTracker, WithRoomDoesNotLookAtTheStop) {
  CappedTracker tracker{1};
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(tracker.track(at(10), 1, stop.get_token()));
  EXPECT_FALSE(tracker.track(at(20), 1, stop.get_token()));
  EXPECT_EQ(tracker.pending(), 1U);
}

TEST(CappedTracker, ACancelAlwaysWakes) {  // T-6, B25
  CappedTracker tracker{1};
  ASSERT_TRUE(tracker.track(at(1), 1, {}));
  for (int round = 0; round < 2000; ++round) {
    std::stop_source stop;
    std::atomic<bool> entered{false};
    std::jthread waiter{[&] {
      entered = true;
      EXPECT_FALSE(tracker.track(at(2), 1, stop.get_token()));
    }};
    while (!entered) std::this_thread::yield();
    stop.request_stop();  // anywhere between the first look and the sleep
  }
  EXPECT_EQ(tracker.pending(), 1U);
}

TEST(CappedTracker, NeverExceedsItsCapUnderThreads) {  // T-4, T-1
  constexpr std::size_t kCap = 8;
  constexpr std::uint64_t kSlots = 4000;
  CappedTracker tracker{kCap};
  std::mutex mutex;
  std::vector<SlotRef> open;
  std::atomic<bool> tracking{true};

  const auto settle_at_random = [&](unsigned seed) {
    std::mt19937 random{seed};
    for (;;) {
      std::optional<SlotRef> slot;
      const bool more = tracking;
      {
        const std::lock_guard lock{mutex};
        if (open.empty() && !more) return;
        if (!open.empty()) {
          std::swap(open[random() % open.size()], open.back());
          slot = open.back();
          open.pop_back();
        }
      }
      if (!slot) {
        std::this_thread::yield();
        continue;
      }
      tracker.settle(*slot, SlotState::delivered);
    }
  };
  {
    std::jthread one{settle_at_random, 1U};
    std::jthread two{settle_at_random, 2U};
    std::optional<Position> newest;
    for (std::uint64_t i = 1; i <= kSlots; ++i) {
      const auto slot = tracker.track(at(i), 1 + i % 3, {});
      ASSERT_TRUE(slot);
      EXPECT_LE(tracker.pending(), kCap);
      const auto position = tracker.position();
      EXPECT_GE(position, newest);
      newest = position;
      const std::lock_guard lock{mutex};
      open.push_back(*slot);
    }
    tracking = false;
  }
  EXPECT_EQ(tracker.position(), at(kSlots));
  EXPECT_EQ(tracker.pending(), 0U);
}

TEST(CappedTracker, WaitsUntilEverythingIsSettledOrStopped) {
  CappedTracker tracker{4};
  EXPECT_TRUE(tracker.wait_until_settled({}));
  const auto slot = tracker.track(at(10), 1, {});
  std::stop_source stop;
  auto stopped =
      std::async(std::launch::async, [&] { return tracker.wait_until_settled(stop.get_token()); });
  auto settled = std::async(std::launch::async, [&] { return tracker.wait_until_settled({}); });
  stop.request_stop();
  EXPECT_FALSE(stopped.get());
  tracker.settle(*slot, SlotState::dropped);
  EXPECT_TRUE(settled.get());
}

TEST(CappedTrackerDeathTest, RefusesACapThatAdmitsNothing) {
  EXPECT_DEATH(CappedTracker{0}, "a cap of 0 messages");
}

}  // namespace
}  // namespace tidemark
