// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::at;
using testing::closed_row;
using testing::ManualConsumer;
using testing::RecordingStore;
using testing::snapshot_row;

/// A row inside a transaction at `position` whose predecessor ended at `closed`.
Row open_row(std::uint64_t id, std::uint64_t position, std::optional<Position> closed) {
  return {.id = id, .position = at(position), .checkpoint = closed, .payload = {}};
}

TEST(PublisherCheckpoint, StoresTheFrontierWhateverTheOrderOfSettling) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  for (std::uint64_t id = 1; id <= 6; ++id) publisher.publish(closed_row(id));
  consumer.settle(2);
  consumer.settle(1);
  EXPECT_TRUE(store.writes().empty());
  consumer.settle(0);
  EXPECT_EQ(store.writes(), (std::vector{at(6)}));
}

TEST(PublisherCheckpoint, NeverStoresAPositionWhoseRowsAreNotAllHandedOver) {  // P-7, B20
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(open_row(1, 42, std::nullopt));
  publisher.publish(open_row(2, 42, std::nullopt));
  publisher.publish(open_row(3, 50, at(42)));  // 42 is complete, now that 50 is here
  consumer.settle(0);
  consumer.settle(1);
  EXPECT_TRUE(store.writes().empty());
  consumer.settle(2);
  EXPECT_EQ(store.writes(), (std::vector{at(42)}));
}

TEST(PublisherCheckpoint, ABatchStandsForTheCheckpointOfItsLastRow) {  // P-7
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  publisher.publish(closed_row(10));
  publisher.publish(open_row(2, 20, at(10)));
  consumer.settle(0);
  publisher.publish(open_row(3, 20, at(10)));
  publisher.publish(open_row(4, 20, std::nullopt));
  consumer.settle(1);
  EXPECT_EQ(store.writes(), (std::vector{at(10)}));
}

TEST(PublisherCheckpoint, ASnapshotBatchStoresNothingOfItsOwn) {  // G-1, B4
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  Row row = snapshot_row(1, 100);
  row.checkpoint = at(100);  // a reader that says too much is not believed
  publisher.publish(std::move(row));
  EXPECT_EQ(publisher.snapshot_in_flight(), 1);
  consumer.settle(0);
  EXPECT_EQ(publisher.snapshot_in_flight(), 0);
  EXPECT_TRUE(store.writes().empty());
}

TEST(PublisherCheckpoint, ASnapshotSettlementMaySurfaceAStreamingPosition) {  // G-4, B5
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(snapshot_row(1, 100));
  publisher.publish(closed_row(200));
  consumer.settle(1);
  EXPECT_TRUE(store.writes().empty());
  consumer.settle(0);
  EXPECT_EQ(store.writes(), (std::vector{at(200)}));
}

TEST(PublisherCheckpoint, AMixedBatchCountsAsWhatItsLastRowIs) {  // P-10
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  publisher.publish(snapshot_row(1, 100));
  publisher.publish(closed_row(200));
  EXPECT_EQ(publisher.snapshot_in_flight(), 0);
  consumer.settle(0);
  EXPECT_EQ(store.writes(), (std::vector{at(200)}));
}

TEST(PublisherCheckpoint, AWindowWithoutBufferedRowsIsStoredAtOnce) {  // B22
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  EXPECT_EQ(publisher.checkpoint_window(at(7)), PublishOutcome::done);
  EXPECT_EQ(store.writes(), (std::vector{at(7)}));
}

TEST(PublisherCheckpoint, AWindowWaitsForTheBatchesBeforeIt) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(open_row(1, 20, std::nullopt));
  EXPECT_EQ(publisher.checkpoint_window(at(20)), PublishOutcome::done);
  EXPECT_TRUE(store.writes().empty());
  consumer.settle(0);
  EXPECT_EQ(store.writes(), (std::vector{at(20)}));
}

TEST(PublisherCheckpoint, AWindowTravelsWithTheRowsThatAreBuffered) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 9}}, consumer, store};
  publisher.publish(open_row(1, 20, std::nullopt));
  EXPECT_EQ(publisher.checkpoint_window(at(20)), PublishOutcome::done);
  EXPECT_EQ(publisher.pending(), 0U);
  publisher.flush_current();
  consumer.settle(0);
  EXPECT_EQ(store.writes(), (std::vector{at(20)}));
}

TEST(PublisherCheckpoint, ABatchFilteredToNothingCountsAsConsumed) {  // B21
  RecordingStore store;
  ManualConsumer consumer;
  const auto filter_all = [](Batch& batch) {
    batch.clear();
    return ProcessOutcome::processed;
  };
  Publisher publisher{{.batch = {.count = 1, .process = filter_all}}, consumer, store};
  EXPECT_EQ(publisher.publish(closed_row(5)), PublishOutcome::done);
  EXPECT_EQ(consumer.count(), 0U);
  EXPECT_EQ(store.writes(), (std::vector{at(5)}));
  EXPECT_EQ(publisher.checkpoint_window(at(6)), PublishOutcome::done);
  EXPECT_EQ(store.writes(), (std::vector{at(5), at(6)}));
}

TEST(PublisherCheckpoint, ARejectedBatchIsDroppedByDefaultAndPinnedOnDemand) {
  RecordingStore store;
  ManualConsumer consumer;
  {
    Publisher publisher{{}, consumer, store};
    publisher.publish(closed_row(1));
    consumer.settle(0, Settlement::rejected);
    EXPECT_EQ(store.durable(), at(1));
    EXPECT_FALSE(publisher.poisoned());
    EXPECT_EQ(publisher.counts().rows_dropped, 1U);
  }
  Publisher publisher{{.on_nack = NackPolicy::pin}, consumer, store};
  publisher.publish(closed_row(2));
  publisher.publish(closed_row(3));
  consumer.settle(1, Settlement::rejected);
  consumer.settle(2);
  EXPECT_EQ(store.durable(), at(1));
  EXPECT_TRUE(publisher.poisoned());
}

TEST(PublisherCheckpoint, ASettlementMaySurviveThePublisherAndChangesNothing) {  // N-3, B9
  ManualConsumer consumer;
  auto store = std::make_unique<RecordingStore>();
  {
    Publisher publisher{{}, consumer, *store};
    publisher.publish(closed_row(1));
  }
  EXPECT_TRUE(store->writes().empty());
  store.reset();  // a late settlement would reach into nothing
  EXPECT_EQ(consumer.settle(0), StoreOutcome::failed);
}

TEST(PublisherOptions, NameTheFieldThatMakesNoSense) {
  EXPECT_EQ(PublisherOptions{}.validate(), std::nullopt);
  EXPECT_EQ(PublisherOptions{}.checkpoint_limit, 1024);
  EXPECT_EQ(PublisherOptions{.checkpoint_limit = 0}.validate(),
            "checkpoint_limit must be at least 1, it is 0");
  EXPECT_EQ(PublisherOptions{.batch = {.count = -1}}.validate(),
            "batch.count must be at least 1, it is -1");
  EXPECT_EQ(PublisherOptions{.store_retry = std::chrono::nanoseconds{-5}}.validate(),
            "store_retry must be longer than nothing, it is -5 ns");
}

TEST(PublisherDeathTest, RefusesOptionsThatMakeNoSense) {
  RecordingStore store;
  ManualConsumer consumer;
  EXPECT_DEATH((Publisher{{.checkpoint_limit = -2}, consumer, store}),
               "publisher options: checkpoint_limit must be at least 1, it is -2");
}

}  // namespace
}  // namespace tidemark
