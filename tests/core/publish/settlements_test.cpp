// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/settlements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::at;
using testing::RecordingStore;

TrackedBatch track(Settlements& settlements, std::optional<Position> position,
                   bool snapshot = false) {
  return *settlements.track(position, 1, snapshot, {});
}

TEST(Settlements, WriteOnlyWhatMovesForward) {  // P-8
  RecordingStore store;
  Settlements settlements{{}, store};
  const TrackedBatch first = track(settlements, at(10));
  const TrackedBatch second = track(settlements, at(20));
  const TrackedBatch lower = track(settlements, at(15));
  EXPECT_EQ(settlements.settle(second, Settlement::delivered), StoreOutcome::stored);
  EXPECT_TRUE(store.writes().empty());
  settlements.settle(first, Settlement::delivered);
  settlements.settle(lower, Settlement::delivered);
  settlements.settle(first, Settlement::delivered);
  EXPECT_EQ(store.writes(), (std::vector{at(20)}));
}

TEST(Settlements, NeverWriteAtOrBelowThePositionResumedFrom) {  // P-8 across generations
  RecordingStore store;
  Settlements settlements{{.resumed_from = at(50)}, store};
  settlements.settle(track(settlements, at(40)), Settlement::delivered);
  settlements.settle(track(settlements, at(50)), Settlement::delivered);
  EXPECT_TRUE(store.writes().empty());
  settlements.settle(track(settlements, at(51)), Settlement::delivered);
  EXPECT_EQ(store.writes(), (std::vector{at(51)}));
}

TEST(Settlements, OnManyThreadsWriteInOrder) {  // P-8, B19
  constexpr std::uint64_t kBatches = 400;
  RecordingStore store;
  Settlements settlements{{}, store};
  std::vector<TrackedBatch> batches;
  for (std::uint64_t i = 1; i <= kBatches; ++i) batches.push_back(track(settlements, at(i)));
  std::shuffle(batches.begin(), batches.end(), std::mt19937{7});
  {
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> settlers;
    for (int i = 0; i < 4; ++i) {
      settlers.emplace_back([&] {
        for (std::size_t mine = next++; mine < batches.size(); mine = next++) {
          settlements.settle(batches[mine], Settlement::delivered);
        }
      });
    }
  }
  const auto writes = store.writes();
  ASSERT_FALSE(writes.empty());
  EXPECT_TRUE(std::is_sorted(writes.begin(), writes.end()));
  EXPECT_EQ(std::adjacent_find(writes.begin(), writes.end()), writes.end());
  EXPECT_EQ(store.durable(), at(kBatches));
}

TEST(Settlements, ReportAFailedWriteAndRepeatItWithTheNext) {
  RecordingStore store;
  store.answer({StoreOutcome::failed});
  Settlements settlements{{}, store};
  track(settlements, at(10));
  const TrackedBatch first{.slot = {.generation = Generation{1}, .seq = 0}, .rows = 1};
  const TrackedBatch second = track(settlements, at(20));
  const TrackedBatch third = track(settlements, at(30));
  EXPECT_EQ(settlements.settle(first, Settlement::delivered), StoreOutcome::failed);
  EXPECT_EQ(store.durable(), std::nullopt);
  // Out of order: the frontier stays at 10, and 10 is what is still wanted.
  EXPECT_EQ(settlements.settle(third, Settlement::delivered), StoreOutcome::stored);
  EXPECT_EQ(store.durable(), at(10));
  settlements.settle(second, Settlement::delivered);
  EXPECT_EQ(store.writes(), (std::vector{at(10), at(10), at(30)}));
}

TEST(Settlements, KeepAnUnknownOutcomeApartFromAFailure) {
  RecordingStore store;
  store.answer({StoreOutcome::unknown, StoreOutcome::failed});
  Settlements settlements{{}, store};
  const TrackedBatch batch = track(settlements, at(10));
  EXPECT_EQ(settlements.settle(batch, Settlement::delivered), StoreOutcome::unknown);
  // A settlement that is repeated is also a retry.
  EXPECT_EQ(settlements.settle(batch, Settlement::delivered), StoreOutcome::failed);
  EXPECT_EQ(settlements.settle(batch, Settlement::delivered), StoreOutcome::stored);
  EXPECT_EQ(settlements.settle(batch, Settlement::delivered), StoreOutcome::stored);
  const SettlementCounts counts = settlements.counts();
  EXPECT_EQ(counts.writes_unknown, 1U);
  EXPECT_EQ(counts.writes_failed, 1U);
  EXPECT_EQ(counts.writes_stored, 1U);
  EXPECT_EQ(counts.rows_delivered, 1U);
}

TEST(Settlements, NeverGoBackBehindAWriteOfUnknownOutcome) {  // P-8
  RecordingStore store;
  store.answer({StoreOutcome::unknown});
  Settlements settlements{{}, store};
  settlements.settle(track(settlements, at(20)), Settlement::delivered);
  settlements.settle(track(settlements, at(15)), Settlement::delivered);  // 20 may be durable
  EXPECT_EQ(store.writes(), (std::vector{at(20), at(20)}));
}

TEST(Settlements, AfterTheFenceNothingReachesTheStore) {  // N-3, B9
  RecordingStore store;
  Settlements settlements{{}, store};
  const TrackedBatch first = track(settlements, at(10));
  const TrackedBatch second = track(settlements, at(20));
  settlements.fence();
  EXPECT_EQ(settlements.settle(second, Settlement::delivered), StoreOutcome::stored)
      << "nothing had to be written";
  EXPECT_EQ(settlements.settle(first, Settlement::delivered), StoreOutcome::failed)
      << "what had to be written was not";
  EXPECT_TRUE(store.writes().empty());
}

TEST(Settlements, ADroppedBatchIsPassedAndCounted) {
  RecordingStore store;
  Settlements settlements{{}, store};
  settlements.settle(track(settlements, at(10)), Settlement::rejected);
  EXPECT_EQ(store.durable(), at(10));
  EXPECT_EQ(settlements.counts().rows_dropped, 1U);
  EXPECT_FALSE(settlements.pinned());
}

TEST(Settlements, APinnedBatchHoldsTheFrontierForEver) {
  RecordingStore store;
  Settlements settlements{{.on_nack = NackPolicy::pin}, store};
  const TrackedBatch refused = track(settlements, at(10));
  settlements.settle(refused, Settlement::rejected);
  settlements.settle(track(settlements, at(20)), Settlement::delivered);
  settlements.settle(refused, Settlement::delivered);
  EXPECT_TRUE(store.writes().empty());
  EXPECT_TRUE(settlements.pinned());
  EXPECT_EQ(settlements.counts().rows_pinned, 1U);
  EXPECT_FALSE(settlements.wait_until_stored());
}

TEST(Settlements, CountSnapshotBatchesUntilTheyAreSettledOnce) {  // P-5
  RecordingStore store;
  Settlements settlements{{}, store};
  const TrackedBatch one = track(settlements, std::nullopt, true);
  const TrackedBatch two = track(settlements, std::nullopt, true);
  const TrackedBatch three = track(settlements, std::nullopt, true);
  track(settlements, at(10));
  EXPECT_EQ(settlements.snapshot_in_flight(), 3);
  settlements.settle(two, Settlement::delivered);
  settlements.settle(two, Settlement::delivered);
  EXPECT_EQ(settlements.snapshot_in_flight(), 2);
  settlements.settle(one, Settlement::rejected);  // a nack settles like an ack
  EXPECT_EQ(settlements.snapshot_in_flight(), 1);
  settlements.abandon(three);
  settlements.settle(three, Settlement::delivered);
  EXPECT_EQ(settlements.snapshot_in_flight(), 0);
}

TEST(Settlements, AnAbandonedBatchHoldsBackALaterOne) {  // P-4, B15
  RecordingStore store;
  Settlements settlements{{}, store};
  const TrackedBatch lost = track(settlements, at(10));
  const TrackedBatch later = track(settlements, at(20));
  settlements.abandon(lost);
  settlements.settle(later, Settlement::delivered);
  EXPECT_TRUE(store.writes().empty());
  EXPECT_TRUE(settlements.pinned());
}

TEST(Settlements, AMarkerSurfacesWhenAllBeforeItIsSettled) {
  RecordingStore store;
  Settlements settlements{{}, store};
  const TrackedBatch before = track(settlements, at(10));
  EXPECT_TRUE(settlements.mark(at(15), {}));
  EXPECT_TRUE(store.writes().empty());
  settlements.settle(before, Settlement::delivered);
  EXPECT_EQ(store.writes(), (std::vector{at(15)}));
}

TEST(Settlements, WaitUntilAWriteThatWasNotConfirmedIsRepeated) {
  RecordingStore store;
  store.answer({StoreOutcome::failed, StoreOutcome::unknown, StoreOutcome::failed});
  Settlements settlements{{.store_retry = std::chrono::nanoseconds{1}}, store};
  settlements.settle(track(settlements, at(10)), Settlement::delivered);
  EXPECT_TRUE(settlements.wait_until_stored());
  EXPECT_EQ(store.writes(), (std::vector(4, at(10))));
}

TEST(Settlements, GivingUpEndsTheWaitForARetry) {
  RecordingStore store;
  store.answer({StoreOutcome::failed, StoreOutcome::failed});
  Settlements settlements{{.store_retry = std::chrono::hours{24}}, store};
  settlements.settle(track(settlements, at(10)), Settlement::delivered);
  std::jthread waiter{[&] { EXPECT_FALSE(settlements.wait_until_stored()); }};
  ASSERT_TRUE(testing::eventually([&] { return store.writes().size() == 2; }));
  settlements.give_up();
}

}  // namespace
}  // namespace tidemark
