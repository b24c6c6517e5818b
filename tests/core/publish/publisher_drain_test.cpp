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

std::future<PublishOutcome> drain_on_a_thread(Publisher& publisher) {
  return std::async(std::launch::async, [&publisher] { return publisher.drain(); });
}

TEST(PublisherDrain, OfNothingIsDone) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  EXPECT_EQ(publisher.drain(), PublishOutcome::done);
  EXPECT_TRUE(store.writes().empty());
}

TEST(PublisherDrain, FlushesAndWaitsUntilAllIsSettledAndStored) {  // L-2
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 2}}, consumer, store};
  for (std::uint64_t id = 1; id <= 3; ++id) publisher.publish(closed_row(id));
  auto drained = drain_on_a_thread(publisher);
  consumer.await(2);
  consumer.settle(1);
  EXPECT_NE(drained.wait_for(std::chrono::milliseconds{1}), std::future_status::ready);
  consumer.settle(0);
  EXPECT_EQ(drained.get(), PublishOutcome::done);
  EXPECT_EQ(store.durable(), at(3));
}

TEST(PublisherDrain, RepeatsAWriteThatNobodyElseWould) {
  RecordingStore store;
  store.answer({StoreOutcome::unknown, StoreOutcome::failed, StoreOutcome::failed});
  ManualConsumer consumer;
  Publisher publisher{{.store_retry = std::chrono::microseconds{1}}, consumer, store};
  publisher.publish(closed_row(1));
  EXPECT_EQ(consumer.settle(0), StoreOutcome::unknown);
  EXPECT_EQ(publisher.drain(), PublishOutcome::done);
  EXPECT_EQ(store.writes(), (std::vector(4, at(1))));
}

TEST(PublisherDrain, EndsWithAStop) {  // L-4
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  publisher.publish(closed_row(1));
  auto drained = drain_on_a_thread(publisher);
  publisher.stop(StopMode::soft);
  EXPECT_EQ(drained.get(), PublishOutcome::stopped);
}

TEST(PublisherDrain, EndsWhenTheRowsCanNoLongerBeSettled) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.on_nack = NackPolicy::pin}, consumer, store};
  publisher.publish(closed_row(1));
  auto drained = drain_on_a_thread(publisher);
  consumer.settle(0, Settlement::rejected);
  EXPECT_EQ(drained.get(), PublishOutcome::poisoned);
}

TEST(PublisherDrain, EndsWhenAnotherThreadPoisonsThePublisher) {
  RecordingStore store;
  ManualConsumer consumer;
  const auto fails_on_2 = [](Batch& batch) {
    return batch.front().id == 2 ? ProcessOutcome::failed : ProcessOutcome::processed;
  };
  Publisher publisher{{.batch = {.count = 1, .process = fails_on_2}}, consumer, store};
  publisher.publish(closed_row(1));
  auto drained = drain_on_a_thread(publisher);
  EXPECT_EQ(publisher.publish(closed_row(2)), PublishOutcome::poisoned);
  EXPECT_EQ(drained.get(), PublishOutcome::poisoned);
}

TEST(PublisherDrain, HoldsUnderFlushersTimersAndSettlersAtOnce) {  // P-1, P-8, L-2
  constexpr std::uint64_t kRows = 2000;
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{
      {.batch = {.count = 3, .period = std::chrono::microseconds{20}}, .checkpoint_limit = 8},
      consumer,
      store};
  std::jthread settler{[&](const std::stop_token& stop) {
    for (std::size_t next = 0; !stop.stop_requested();) {
      // Pairs in the wrong order; a lone last one as it is, so that a full window can move on.
      const std::size_t count = consumer.count();
      if (next + 1 < count) {
        consumer.settle(next + 1);
        consumer.settle(next);
        consumer.settle(next + 1);
        next += 2;
      } else if (next < count) {
        consumer.settle(next++);
      } else {
        std::this_thread::yield();
      }
    }
  }};
  for (std::uint64_t id = 1; id <= kRows; ++id) {
    ASSERT_EQ(publisher.publish(closed_row(id)), PublishOutcome::done);
  }
  EXPECT_EQ(publisher.drain(), PublishOutcome::done);
  EXPECT_EQ(store.durable(), at(kRows));
  const auto ids = consumer.all_ids();
  ASSERT_EQ(ids.size(), kRows);
  for (std::uint64_t i = 0; i < kRows; ++i) ASSERT_EQ(ids[i], i + 1);
  const auto writes = store.writes();
  for (std::size_t i = 1; i < writes.size(); ++i) ASSERT_LT(writes[i - 1], writes[i]);
  EXPECT_EQ(publisher.counts().rows_delivered, kRows);
}

}  // namespace
}  // namespace tidemark
