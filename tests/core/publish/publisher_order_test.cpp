// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
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

using Ids = std::vector<std::uint64_t>;

std::future<PublishOutcome> publish_on_a_thread(Publisher& publisher, Ids ids) {
  return std::async(std::launch::async, [&publisher, ids = std::move(ids)] {
    PublishOutcome last = PublishOutcome::done;
    for (const std::uint64_t id : ids) last = publisher.publish(closed_row(id));
    return last;
  });
}

TEST(Publisher, SendsRowsOneByOneUnlessToldOtherwise) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{}, consumer, store};
  EXPECT_EQ(publisher.publish(closed_row(1)), PublishOutcome::done);
  EXPECT_EQ(consumer.ids(0), (Ids{1}));
}

TEST(Publisher, HandsOverInTheOrderOfFlushing) {  // P-1, B1
  constexpr int kThreads = 4;
  constexpr std::uint64_t kRows = 300;
  RecordingStore store;
  ManualConsumer consumer;
  std::uint64_t flushes = 0;  // guarded by the batcher's mutex: that is what is tested
  const PublisherOptions options{.batch = {.count = 3,
                                           .period = std::chrono::microseconds{50},
                                           .process =
                                               [&](Batch& batch) {
                                                 batch.front().payload = std::to_string(++flushes);
                                                 return ProcessOutcome::processed;
                                               }},
                                 .checkpoint_limit = 1'000'000};
  Publisher publisher{options, consumer, store};
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::uint64_t row = 0; row < kRows; ++row) {
          const auto id = static_cast<std::uint64_t>(thread) * kRows + row;
          EXPECT_EQ(publisher.publish(closed_row(id)), PublishOutcome::done);
        }
      });
    }
  }
  ASSERT_EQ(publisher.flush_current(), PublishOutcome::done);
  EXPECT_EQ(consumer.all_ids().size(), kThreads * kRows);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < consumer.count(); ++i) {
    ASSERT_EQ(consumer.first_payload(i), std::to_string(++seen));
  }
  EXPECT_GE(flushes, seen);
}

TEST(Publisher, WhoOnlyAddsIsNotBlockedByAFullWindow) {  // P-2, B13
  RecordingStore store;
  ManualConsumer consumer;
  std::atomic<int> flushes{0};
  const PublisherOptions options{.batch = {.count = 2,
                                           .period = std::chrono::hours{1},
                                           .process =
                                               [&](Batch&) {
                                                 ++flushes;
                                                 return ProcessOutcome::processed;
                                               }},
                                 .checkpoint_limit = 2};
  Publisher publisher{options, consumer, store};
  publisher.publish(closed_row(1));
  publisher.publish(closed_row(2));
  auto parked = publish_on_a_thread(publisher, {3, 4});
  ASSERT_TRUE(eventually([&] { return flushes == 2; }));
  EXPECT_EQ(publisher.publish(closed_row(5)), PublishOutcome::done);
  EXPECT_EQ(consumer.count(), 1U);
  EXPECT_EQ(publisher.pending(), 2U);
  consumer.settle(0);
  EXPECT_EQ(parked.get(), PublishOutcome::done);
  EXPECT_EQ(consumer.ids(1), (Ids{3, 4}));
}

TEST(Publisher, AFullWindowIsOnlyFreedByTheOldestBatch) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.checkpoint_limit = 2}, consumer, store};
  publisher.publish(closed_row(1));
  publisher.publish(closed_row(2));
  auto parked = publish_on_a_thread(publisher, {3});
  consumer.settle(1);
  EXPECT_EQ(publisher.pending(), 2U);
  EXPECT_EQ(consumer.count(), 2U);
  consumer.settle(0);
  EXPECT_EQ(parked.get(), PublishOutcome::done);
  EXPECT_EQ(consumer.ids(2), (Ids{3}));
}

TEST(Publisher, ABatchLargerThanTheWindowGoesOutAlone) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 3}, .checkpoint_limit = 1}, consumer, store};
  for (std::uint64_t id = 1; id <= 3; ++id) publisher.publish(closed_row(id));
  EXPECT_EQ(consumer.ids(0), (Ids{1, 2, 3}));
}

TEST(Publisher, FlushCurrentProvesThatAParkedFlushIsHandedOver) {  // G-8, B14
  RecordingStore store;
  ManualConsumer consumer;
  consumer.accept(false);
  Publisher publisher{{}, consumer, store};
  auto parked = publish_on_a_thread(publisher, {1});
  ASSERT_TRUE(eventually([&] { return consumer.senders() == 1; }));
  auto barrier = std::async(std::launch::async, [&] { return publisher.flush_current(); });
  EXPECT_NE(barrier.wait_for(std::chrono::milliseconds{1}), std::future_status::ready);
  consumer.accept(true);
  EXPECT_EQ(barrier.get(), PublishOutcome::done);
  EXPECT_EQ(consumer.count(), 1U);
  EXPECT_EQ(parked.get(), PublishOutcome::done);
}

TEST(Publisher, AfterAFlushThatLostItsRowsNothingIsTracked) {  // P-3, P-6, B17
  RecordingStore store;
  ManualConsumer consumer;
  const auto fails_on_2 = [](Batch& batch) {
    return batch.front().id == 2 ? ProcessOutcome::failed : ProcessOutcome::processed;
  };
  Publisher publisher{{.batch = {.count = 1, .process = fails_on_2}}, consumer, store};
  EXPECT_EQ(publisher.publish(closed_row(1)), PublishOutcome::done);
  EXPECT_FALSE(publisher.poisoned());
  EXPECT_EQ(publisher.publish(closed_row(2)), PublishOutcome::poisoned);
  EXPECT_TRUE(publisher.poisoned());
  EXPECT_EQ(publisher.publish(closed_row(3)), PublishOutcome::poisoned);
  EXPECT_EQ(publisher.flush_current(), PublishOutcome::poisoned);
  EXPECT_EQ(publisher.checkpoint_window(at(9)), PublishOutcome::poisoned);
  EXPECT_EQ(publisher.drain(), PublishOutcome::poisoned);
  EXPECT_EQ(consumer.count(), 1U);
  consumer.settle(0);  // what was handed over before still counts
  EXPECT_EQ(store.durable(), at(1));
}

TEST(Publisher, AFlushThatLosesItsRowsRefusesWhoStandsInTheQueue) {  // P-3, K-4
  RecordingStore store;
  ManualConsumer consumer;
  consumer.accept(false);
  const auto fails_on_3 = [](Batch& batch) {
    return batch.front().id == 3 ? ProcessOutcome::failed : ProcessOutcome::processed;
  };
  Publisher publisher{{.batch = {.count = 1, .process = fails_on_3}}, consumer, store};
  auto holder = publish_on_a_thread(publisher, {1});
  ASSERT_TRUE(eventually([&] { return consumer.senders() == 1; }));
  auto queued = publish_on_a_thread(publisher, {2});
  EXPECT_EQ(publisher.publish(closed_row(3)), PublishOutcome::poisoned);
  EXPECT_EQ(queued.get(), PublishOutcome::poisoned);
  consumer.accept(true);
  EXPECT_EQ(holder.get(), PublishOutcome::done);  // a holder keeps its turn
  EXPECT_EQ(consumer.all_ids(), (Ids{1}));
}

}  // namespace
}  // namespace tidemark
