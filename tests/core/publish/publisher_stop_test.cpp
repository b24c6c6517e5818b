// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <future>
#include <thread>
#include <vector>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::at;
using testing::closed_row;
using testing::eventually;
using testing::ManualConsumer;
using testing::RecordingStore;
using testing::snapshot_row;

std::future<PublishOutcome> publish_on_a_thread(Publisher& publisher, Row row) {
  return std::async(std::launch::async, [&publisher, row = std::move(row)]() mutable {
    return publisher.publish(std::move(row));
  });
}

TEST(PublisherStop, RefusesEverythingThatComesAfter) {  // P-9
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  publisher.publish(closed_row(1));
  publisher.stop(StopMode::soft);
  publisher.stop(StopMode::soft);
  EXPECT_EQ(publisher.publish(closed_row(2)), PublishOutcome::stopped);
  EXPECT_EQ(publisher.flush_current(), PublishOutcome::stopped);
  EXPECT_EQ(publisher.flush_remaining(), PublishOutcome::stopped);
  EXPECT_EQ(publisher.checkpoint_window(at(9)), PublishOutcome::stopped);
  EXPECT_EQ(publisher.drain(), PublishOutcome::stopped);
  EXPECT_EQ(consumer.count(), 0U);
}

TEST(PublisherStop, EndsTheWaitForARoomInTheWindow) {  // L-4, P-3, P-6
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.checkpoint_limit = 1}, consumer, store};
  publisher.publish(closed_row(1));
  auto parked = publish_on_a_thread(publisher, closed_row(2));
  auto queued = publish_on_a_thread(publisher, closed_row(3));
  publisher.stop(StopMode::soft);
  EXPECT_NE(parked.get(), PublishOutcome::done);
  EXPECT_NE(queued.get(), PublishOutcome::done);
  EXPECT_EQ(consumer.count(), 1U);
}

TEST(PublisherStop, EndsTheWaitForADeadConsumerAndLeavesItsSlot) {  // L-4, P-4, P-6, B15
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(closed_row(1));
  consumer.accept(false);
  auto parked = publish_on_a_thread(publisher, closed_row(2));
  ASSERT_TRUE(eventually([&] { return consumer.senders() == 1; }));
  auto queued = publish_on_a_thread(publisher, closed_row(3));
  publisher.stop(StopMode::soft);
  EXPECT_EQ(parked.get(), PublishOutcome::stopped);
  EXPECT_NE(queued.get(), PublishOutcome::done);
  EXPECT_TRUE(publisher.poisoned());
  consumer.settle(0);
  EXPECT_EQ(store.writes(), (std::vector{at(1)}));
  EXPECT_GE(publisher.pending(), 1U);
}

TEST(PublisherStop, AFailedHandOverNoLongerCountsAsSnapshotInFlight) {  // P-5
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(snapshot_row(1, 5));
  consumer.accept(false);
  auto parked = publish_on_a_thread(publisher, snapshot_row(2, 5));
  ASSERT_TRUE(eventually([&] { return consumer.senders() == 1; }));
  EXPECT_EQ(publisher.snapshot_in_flight(), 2);
  publisher.stop(StopMode::soft);
  EXPECT_EQ(parked.get(), PublishOutcome::stopped);
  EXPECT_EQ(publisher.snapshot_in_flight(), 1);
}

TEST(PublisherStop, AStopWithNothingOnItsWayPoisonsNothing) {  // P-6
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(closed_row(1));
  publisher.stop(StopMode::hard);
  EXPECT_FALSE(publisher.poisoned());
}

TEST(PublisherStop, ASoftStopStillStoresWhatIsSettledAndAHardOneDoesNot) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(closed_row(1));
  publisher.publish(closed_row(2));
  publisher.stop(StopMode::soft);
  EXPECT_EQ(consumer.settle(0), StoreOutcome::stored);
  EXPECT_EQ(store.durable(), at(1));
  publisher.stop(StopMode::hard);
  EXPECT_EQ(consumer.settle(1), StoreOutcome::failed);
  EXPECT_EQ(store.durable(), at(1));
}

TEST(PublisherStop, AnAbandonedMarkerLosesNothing) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.checkpoint_limit = 1}, consumer, store};
  publisher.publish(closed_row(1));
  auto marker = std::async(std::launch::async, [&] { return publisher.checkpoint_window(at(5)); });
  publisher.stop(StopMode::soft);
  EXPECT_EQ(marker.get(), PublishOutcome::stopped);
  EXPECT_FALSE(publisher.poisoned());
  consumer.settle(0);
  EXPECT_EQ(store.durable(), at(1));
}

TEST(PublisherStop, RacesWithPublishersAndSkipsNothing) {  // I-1, P-3, P-4
  for (int round = 0; round < 100; ++round) {
    RecordingStore store;
    ManualConsumer consumer;
    Publisher publisher{
        {.batch = {.count = 2, .period = std::chrono::microseconds{5}}, .checkpoint_limit = 4},
        consumer,
        store};
    {
      std::jthread source{[&] {
        for (std::uint64_t id = 1; publisher.publish(closed_row(id)) == PublishOutcome::done;) ++id;
      }};
      std::jthread settler{[&](const std::stop_token& stop) {
        for (std::size_t next = 0; !stop.stop_requested();) {
          if (next < consumer.count()) consumer.settle(next++);
        }
      }};
      consumer.await(static_cast<std::size_t>(round % 5));
      publisher.stop(StopMode::soft);
    }
    // Everything up to the stored position was handed over, in order and without a hole.
    const auto ids = consumer.all_ids();
    for (std::size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i + 1);
    ASSERT_LE(store.durable().value_or(at(0)), at(ids.size()));
  }
}

}  // namespace
}  // namespace tidemark
