// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/snapshot_gate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <utility>
#include <vector>

#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using namespace std::chrono_literals;
using testing::at;
using testing::closed_row;
using testing::eventually;
using testing::ManualConsumer;
using testing::RecordingStore;
using testing::snapshot_row;

constexpr std::uint64_t kSnapshot = 10;

/// A publisher with two snapshot batches of one row each on their way.
class SnapshotGateTest : public ::testing::Test {
 protected:
  static std::future<HandOffOutcome> hand_off(Publisher& publisher,
                                              GatePolicy policy = GatePolicy::release_on_nack) {
    return std::async(std::launch::async, [&publisher, policy] {
      return SnapshotGate{publisher, policy}.hand_off(at(kSnapshot));
    });
  }

  static std::future<PublishOutcome> publish_on_a_thread(Publisher& publisher, Row row) {
    return std::async(std::launch::async, [&publisher, row = std::move(row)]() mutable {
      return publisher.publish(std::move(row));
    });
  }

  static void publish_snapshot(Publisher& publisher) {
    publisher.publish(snapshot_row(1, kSnapshot));
    publisher.publish(snapshot_row(2, kSnapshot));
  }

  static bool is_open(std::future<HandOffOutcome>& outcome) {
    return outcome.wait_for(1ms) == std::future_status::ready;
  }

  RecordingStore store;
  ManualConsumer consumer;
};

TEST_F(SnapshotGateTest, StoresNothingUntilEveryRowIsSettled) {  // G-1, G-2
  Publisher publisher{{}, consumer, store};
  publish_snapshot(publisher);
  auto outcome = hand_off(publisher);
  EXPECT_FALSE(is_open(outcome));
  consumer.settle(1);
  EXPECT_FALSE(is_open(outcome));
  EXPECT_TRUE(store.writes().empty());
  consumer.settle(0);
  EXPECT_EQ(outcome.get(), HandOffOutcome::stored);
  EXPECT_EQ(store.writes(), std::vector{at(kSnapshot)});
}

TEST_F(SnapshotGateTest, HandsOverWhatIsStillBuffered) {
  Publisher publisher{{.batch = {.count = 5}}, consumer, store};
  publish_snapshot(publisher);
  auto outcome = hand_off(publisher);
  consumer.await(1);
  EXPECT_FALSE(is_open(outcome));
  consumer.settle(0);
  EXPECT_EQ(outcome.get(), HandOffOutcome::stored);
}

TEST_F(SnapshotGateTest, OpensAtOnceForASnapshotWithoutRows) {
  Publisher publisher{{}, consumer, store};
  EXPECT_EQ(hand_off(publisher).get(), HandOffOutcome::stored);
  EXPECT_EQ(store.durable(), at(kSnapshot));
}

TEST_F(SnapshotGateTest, WaitsForAFlusherThatIsNotCountedYet) {  // G-8
  std::atomic<int> flushes = 0;
  const auto count = [&](Batch&) {
    ++flushes;
    return ProcessOutcome::processed;
  };
  Publisher publisher{{.batch = {.process = count}, .checkpoint_limit = 1}, consumer, store};
  publisher.publish(snapshot_row(1, kSnapshot));
  // Another thread takes the second row out of the buffer, and is parked in front of the full
  // window: tracked and counted is only the first.
  auto parked = publish_on_a_thread(publisher, snapshot_row(2, kSnapshot));
  EXPECT_TRUE(eventually([&] { return flushes == 2; }));
  auto outcome = hand_off(publisher);
  consumer.settle(0);
  consumer.await(2);
  EXPECT_FALSE(is_open(outcome));
  EXPECT_TRUE(store.writes().empty());
  consumer.settle(1);
  EXPECT_EQ(outcome.get(), HandOffOutcome::stored);
}

TEST_F(SnapshotGateTest, IsNotHeldByBatchesOfTheStream) {  // G-5
  Publisher publisher{{}, consumer, store};
  publish_snapshot(publisher);
  publisher.publish(closed_row(20));
  consumer.settle(0);
  consumer.settle(1);
  EXPECT_EQ(hand_off(publisher).get(), HandOffOutcome::stored);
  consumer.settle(2);
  EXPECT_EQ(store.writes(), (std::vector{at(kSnapshot), at(20)}));
}

TEST_F(SnapshotGateTest, EndsWithAStop) {  // G-6
  Publisher publisher{{}, consumer, store};
  publish_snapshot(publisher);
  auto outcome = hand_off(publisher);
  EXPECT_FALSE(is_open(outcome));
  publisher.stop(StopMode::soft);
  EXPECT_EQ(outcome.get(), HandOffOutcome::stopped);
  consumer.settle(0);
  consumer.settle(1);
  EXPECT_TRUE(store.writes().empty());
}

TEST_F(SnapshotGateTest, StaysShutWhenTheConsumerGoesAway) {
  Publisher publisher{{}, consumer, store};
  consumer.accept(false);
  auto parked = publish_on_a_thread(publisher, snapshot_row(1, kSnapshot));
  EXPECT_TRUE(eventually([&] { return consumer.senders() == 1; }));
  // The barrier has its place behind the batch that cannot be handed over.
  auto outcome = hand_off(publisher);
  EXPECT_FALSE(is_open(outcome));
  consumer.leave();
  EXPECT_EQ(outcome.get(), HandOffOutcome::poisoned);
  EXPECT_EQ(parked.get(), PublishOutcome::poisoned);
  EXPECT_EQ(publisher.snapshot_in_flight(), 0);
  EXPECT_TRUE(publisher.poisoned());
  EXPECT_TRUE(store.writes().empty());
}

TEST_F(SnapshotGateTest, StaysShutWhenAFlushLosesRows) {
  Publisher publisher{
      {.batch = {.count = 5, .process = [](Batch&) { return ProcessOutcome::failed; }}},
      consumer,
      store};
  publish_snapshot(publisher);
  EXPECT_EQ(hand_off(publisher).get(), HandOffOutcome::poisoned);
  EXPECT_TRUE(store.writes().empty());
}

TEST_F(SnapshotGateTest, ARefusedBatchReleasesIt) {
  Publisher publisher{{}, consumer, store};
  publish_snapshot(publisher);
  consumer.settle(0, Settlement::rejected);
  consumer.settle(1);
  EXPECT_EQ(hand_off(publisher).get(), HandOffOutcome::stored);
}

TEST_F(SnapshotGateTest, ARefusedBatchFailsItUnderThatPolicy) {
  Publisher publisher{{}, consumer, store};
  publish_snapshot(publisher);
  auto outcome = hand_off(publisher, GatePolicy::fail_on_nack);
  consumer.settle(0, Settlement::rejected);
  consumer.settle(1);
  EXPECT_EQ(outcome.get(), HandOffOutcome::refused);
  EXPECT_TRUE(store.writes().empty());
}

TEST_F(SnapshotGateTest, ARefusedBatchThatIsPinnedPoisonsIt) {
  Publisher publisher{{.on_nack = NackPolicy::pin}, consumer, store};
  publish_snapshot(publisher);
  auto outcome = hand_off(publisher);
  EXPECT_FALSE(is_open(outcome));
  consumer.settle(0, Settlement::rejected);
  EXPECT_EQ(outcome.get(), HandOffOutcome::poisoned);
  EXPECT_TRUE(store.writes().empty());
}

TEST_F(SnapshotGateTest, ARepeatedSettlementCountsOnce) {  // T-3
  Publisher publisher{{}, consumer, store};
  publish_snapshot(publisher);
  consumer.settle(0);
  consumer.settle(0);
  auto outcome = hand_off(publisher);
  EXPECT_FALSE(is_open(outcome));
  consumer.settle(1);
  EXPECT_EQ(outcome.get(), HandOffOutcome::stored);
}

TEST_F(SnapshotGateTest, SettlementsOfAnEarlierAttemptDoNotCount) {  // G-7
  std::vector<Settle> earlier;
  {
    Publisher first{{}, consumer, store};
    publish_snapshot(first);
    earlier = {consumer.handle(0), consumer.handle(1)};
  }
  Publisher second{{}, consumer, store};
  publish_snapshot(second);
  auto outcome = hand_off(second, GatePolicy::fail_on_nack);
  for (const Settle& settle : earlier) settle(Settlement::rejected);
  EXPECT_FALSE(is_open(outcome));
  consumer.settle(2);
  consumer.settle(3);
  EXPECT_EQ(outcome.get(), HandOffOutcome::stored);
}

TEST_F(SnapshotGateTest, TellsFailedFromUnknownAndRepeatsTheWrite) {  // I-10
  store.answer({StoreOutcome::failed, StoreOutcome::unknown});
  Publisher publisher{{}, consumer, store};
  SnapshotGate gate{publisher};
  EXPECT_EQ(gate.hand_off(at(kSnapshot)), HandOffOutcome::store_failed);
  EXPECT_EQ(gate.hand_off(at(kSnapshot)), HandOffOutcome::store_unknown);
  EXPECT_EQ(gate.hand_off(at(kSnapshot)), HandOffOutcome::stored);
  EXPECT_EQ(gate.hand_off(at(kSnapshot)), HandOffOutcome::stored);
  EXPECT_EQ(store.writes().size(), 3U);
}

}  // namespace
}  // namespace tidemark
