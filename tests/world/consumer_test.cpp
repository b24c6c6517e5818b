// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/consumer.hpp"

#include <gtest/gtest.h>

#include <stop_token>

#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/tests/world/fakes.hpp"

namespace tidemark::fake {
namespace {

using sim::play;
using sim::World;

// What the settlements of a body looked like: the batch, and 100 more where it was rejected.
std::uint64_t settled[16];
std::size_t settled_count;
SendOutcome sent;
std::uint32_t counted;

std::vector<std::uint64_t> what_was_settled() { return {settled, settled + settled_count}; }

Batch batch_of(std::uint64_t id) {
  Row row;
  row.id = id;
  row.position = {0, id * 10};
  return {row};
}

/// Sends `count` batches and waits for `settlements`.
void send_all(World& world, Consumer& consumer, std::uint64_t count, std::size_t settlements) {
  settled_count = 0;
  const std::stop_token never;
  for (std::uint64_t id = 1; id <= count; ++id) {
    sent = consumer.send(
        batch_of(id),
        [id](Settlement how) {
          settled[settled_count++] = id + (how == Settlement::rejected ? 100 : 0);
          return StoreOutcome::stored;
        },
        never);
  }
  wait_until(world, [&] { return settled_count >= settlements; });
}

TEST(Consumer, SettlesInOrderWhereThatIsAsked) {
  const auto result = play(
      [](World& world) {
        Consumer consumer(world);
        one_process(world, [&] { send_all(world, consumer, 3, 3); });
      },
      {.turns = true}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST(Consumer, SettlesInAnyOrderByChoice) {
  const auto result = play(
      [](World& world) {
        Consumer consumer(world, {.ack_order = AckOrder::any});
        one_process(world, [&] { send_all(world, consumer, 3, 3); });
        counted = consumer.out_of_order();
      },
      {.parameters = {2, 1, 0}}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{3, 2, 1}));
  EXPECT_EQ(counted, 2u);
}

TEST(Consumer, RejectsAsManyAsItMay) {
  play(
      [](World& world) {
        Consumer consumer(world, {.nacks_max = 1});
        one_process(world, [&] { send_all(world, consumer, 3, 3); });
      },
      {.outcomes = {1, 1, 1}}, kHolds);
  EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{101, 2, 3}));
}

TEST(Consumer, SettlesTwiceAndTheSecondTimeLater) {
  play(
      [](World& world) {
        Consumer consumer(world, {.double_acks_max = 1});
        one_process(world, [&] { send_all(world, consumer, 2, 3); });
      },
      {.outcomes = {1}}, kHolds);
  EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{1, 2, 1}));
}

TEST(Consumer, SettlesLateWhenTheSourceIsOpenedAgain) {
  const auto result = play(
      [](World& world) {
        RowSource source(world, {.rows = 1});
        Consumer consumer(world, {.late_acks_max = 1});
        one_process(world, [&] {
          source.read_from(std::nullopt);
          send_all(world, consumer, 2, 1);
          counted = consumer.settled_late();
          source.read_from(std::nullopt);
          wait_until(world, [&] { return settled_count >= 2; });
        });
      },
      {.outcomes = {1}}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(counted, 0u);
  EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{2, 1}));
}

TEST(Consumer, KeepsBackWhatItNeverSettlesUntilFaultsEnd) {
  const auto result = play(
      [](World& world) {
        Consumer consumer(world, {.never_acks_max = 1});
        one_process(world, [&] { send_all(world, consumer, 2, 2); });
      },
      {.outcomes = {1}, .turns = true}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_TRUE(result.outcome.healed) << "only the end of the faulty phase releases it";
  EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{2, 1}));
}

TEST(Consumer, TakesNothingWhenDeadButLetsASenderStop) {
  settled_count = 0;
  const auto result = play(
      [](World& world) {
        Consumer consumer(world, {.life = Life::dead});
        one_process(world, [&] {
          std::stop_source stop;
          stop.request_stop();
          sent = consumer.send(
              batch_of(1), [](Settlement) { return StoreOutcome::stored; }, stop.get_token());
        });
      },
      {}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(sent, SendOutcome::cancelled);
}

TEST(Consumer, LetsEitherSideWinWhereBothAreReady) {
  const auto body = [](World& world) {
    Consumer consumer(world);
    one_process(world, [&] {
      std::stop_source stop;
      stop.request_stop();
      sent = consumer.send(
          batch_of(1), [](Settlement) { return StoreOutcome::stored; }, stop.get_token());
    });
  };
  play(body, {.parameters = {0}}, kHolds);
  EXPECT_EQ(sent, SendOutcome::accepted);
  play(body, {.parameters = {1}}, kHolds);
  EXPECT_EQ(sent, SendOutcome::cancelled);
}

TEST(Consumer, IsGoneForOneHandOverAndBackForTheNext) {
  const auto body = [](World& world) {
    Consumer consumer(world, {.lost_sends_max = 1});
    one_process(world, [&] {
      const std::stop_token never;
      const auto send = [&] {
        return consumer.send(batch_of(1), [](Settlement) { return StoreOutcome::stored; }, never);
      };
      sent = send();
      counted = consumer.lost_sends();
      if (sent == SendOutcome::gone && send() != SendOutcome::accepted) counted = 100;
    });
    counted += 10 * static_cast<std::uint32_t>(consumer.taken());
  };
  play(body, {.outcomes = {1}}, kHolds);
  EXPECT_EQ(sent, SendOutcome::gone);
  EXPECT_EQ(counted, 11u) << "lost once, taken once";
  play(body, {}, kHolds);
  EXPECT_EQ(sent, SendOutcome::accepted);
  EXPECT_EQ(counted, 10u);
}

void crash_between_hand_over_and_ack(World& world) {
  settled_count = 0;
  Consumer consumer(world);
  world.faults({fault::crash("client")});
  one_process(world, [&] {
    const std::uint64_t run = world.crashes();
    const std::stop_token never;
    sent = consumer.send(
        batch_of(run + 1),
        [run](Settlement) {
          settled[settled_count++] = run;
          return StoreOutcome::stored;
        },
        never);
    wait_until(world, [&] { return settled_count > 0; });
  });
  counted = consumer.abandoned();
}

TEST(Consumer, ForgetsTheAcksItOwesToAProcessThatCrashed) {
  int forgotten = 0;
  for (std::uint64_t step = 1; step < 10; ++step) {
    const auto result = play(crash_between_hand_over_and_ack,
                             {.parameters = {1}, .event_steps = {step}, .turns = true}, kHolds);
    EXPECT_EQ(sim::message_of(result), "held");
    if (counted == 0) continue;
    EXPECT_EQ(what_was_settled(), (std::vector<std::uint64_t>{1})) << "at step " << step;
    ++forgotten;
  }
  EXPECT_GT(forgotten, 0);
}

}  // namespace
}  // namespace tidemark::fake
