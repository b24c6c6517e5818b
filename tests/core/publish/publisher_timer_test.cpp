// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <future>
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

/// A row that comes when the period is over is itself asked to flush: it may block as the timer
/// may.
std::future<PublishOutcome> publish_on_a_thread(Publisher& publisher, std::uint64_t id) {
  return std::async(std::launch::async,
                    [&publisher, id] { return publisher.publish(closed_row(id)); });
}

TEST(PublisherTimer, SendsWhatIsBufferedWhenThePeriodIsOver) {  // B-4
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{
      {.batch = {.count = 100, .period = std::chrono::milliseconds{1}}}, consumer, store};
  for (std::uint64_t id = 1; id <= 3; ++id) {  // each after the timer has found nothing to do
    publisher.publish(closed_row(id));
    consumer.await(id);
    EXPECT_EQ(consumer.ids(id - 1), (Ids{id}));
  }
}

TEST(PublisherTimer, NeverSendsAnEmptyBatch) {  // B12
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{
      {.batch = {.count = 2, .period = std::chrono::microseconds{1}}, .checkpoint_limit = 100'000},
      consumer,
      store};
  for (std::uint64_t id = 1; id <= 2000; ++id) publisher.publish(closed_row(id));
  ASSERT_EQ(publisher.flush_remaining(), PublishOutcome::done);
  for (std::size_t i = 0; i < consumer.count(); ++i) ASSERT_FALSE(consumer.ids(i).empty());
  EXPECT_EQ(consumer.all_ids().size(), 2000U);
}

TEST(PublisherTimer, FlushRemainingEndsTimedFlushing) {
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.count = 100, .period = std::chrono::hours{10}}}, consumer, store};
  publisher.publish(closed_row(1));
  EXPECT_EQ(publisher.flush_remaining(), PublishOutcome::done);
  EXPECT_EQ(consumer.ids(0), (Ids{1}));
  EXPECT_EQ(publisher.flush_remaining(), PublishOutcome::done);
  consumer.settle(0);
  EXPECT_EQ(publisher.drain(), PublishOutcome::done);
  EXPECT_EQ(store.durable(), at(1));
}

TEST(PublisherTimer, FlushRemainingWaitsForATimedFlushOnItsWay) {
  RecordingStore store;
  ManualConsumer consumer;
  consumer.accept(false);
  Publisher publisher{
      {.batch = {.count = 100, .period = std::chrono::milliseconds{1}}}, consumer, store};
  auto published = publish_on_a_thread(publisher, 1);
  ASSERT_TRUE(eventually([&] { return consumer.senders() == 1; }));
  auto remaining = std::async(std::launch::async, [&] { return publisher.flush_remaining(); });
  EXPECT_NE(remaining.wait_for(std::chrono::milliseconds{1}), std::future_status::ready);
  consumer.accept(true);
  EXPECT_EQ(remaining.get(), PublishOutcome::done);
  EXPECT_EQ(published.get(), PublishOutcome::done);
  EXPECT_EQ(consumer.ids(0), (Ids{1}));
}

TEST(PublisherTimer, ATimedFlushThatLosesItsRowsPoisonsThePublisher) {  // B18
  RecordingStore store;
  ManualConsumer consumer;
  Publisher publisher{{.batch = {.period = std::chrono::milliseconds{1},
                                 .process = [](Batch&) { return ProcessOutcome::failed; }}},
                      consumer,
                      store};
  publisher.publish(closed_row(1));
  ASSERT_TRUE(eventually([&] { return publisher.poisoned(); }));
  ASSERT_TRUE(eventually([&] {  // nobody would ever flush it, so it is refused
    return publisher.publish(closed_row(2)) == PublishOutcome::poisoned;
  }));
}

TEST(PublisherTimer, AStopEndsATimerThatIsParkedAnywhere) {  // L-4
  for (const bool accepts : {true, false}) {
    RecordingStore store;
    ManualConsumer consumer;
    consumer.accept(accepts);
    Publisher publisher{
        {.batch = {.count = 100, .period = std::chrono::milliseconds{1}}, .checkpoint_limit = 1},
        consumer,
        store};
    auto first = publish_on_a_thread(publisher, 1);
    ASSERT_TRUE(eventually([&] { return consumer.count() + consumer.senders() == 1; }));
    auto second = publish_on_a_thread(publisher, 2);
    publisher.stop(StopMode::soft);
    publisher.close();
    first.get();
    second.get();
    EXPECT_EQ(consumer.count(), accepts ? 1U : 0U);
  }
}

}  // namespace
}  // namespace tidemark
