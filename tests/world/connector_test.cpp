// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <stop_token>

#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/fault/store_outcomes.hpp"
#include "tidemark/tests/world/fakes.hpp"

// Connectors small enough to be seen through, judged by the fakes and the ledger together: one that
// is right under every fault, and the classic wrong ones.
namespace tidemark::fake {
namespace {

using sim::play;
using sim::World;

constexpr std::string_view kJudged[] = {"no_skip", "no_over_ack", "monotonic_durable", "order",
                                        "all_settled"};

enum class Connector {
  waits_for_each_ack,
  stores_when_it_reads,
  stores_when_it_has_sent,
  stores_the_row_inside_its_tie_group,
};

Connector connector;

void deliver(const Row& row, Consumer& consumer, CheckpointStore& store, World& world) {
  if (connector == Connector::stores_when_it_reads) (void)store.store(row.position);
  auto acked = std::make_shared<bool>(false);
  const std::stop_token never;
  const SendOutcome outcome = consumer.send(
      {row},
      [acked](Settlement) {
        *acked = true;
        return StoreOutcome::stored;
      },
      never);
  if (outcome != SendOutcome::accepted) return;
  if (connector == Connector::stores_when_it_has_sent) (void)store.store(row.position);
  wait_until(world, [&] { return *acked; });
  if (connector == Connector::stores_the_row_inside_its_tie_group) {
    (void)store.store(row.position);
  } else if (connector == Connector::waits_for_each_ack && row.checkpoint) {
    (void)store.store(*row.checkpoint);
  }
}

void body(World& world) {
  RowSource source(world, {.rows = 4, .rows_per_transaction = 2, .prunes_on_confirm = true});
  CheckpointStore store(world, {.confirms = &source});
  Consumer consumer(world);
  models::Ledger ledger(world.history(), models::ResumeRule::exclusive);
  world.always("no_skip", [&] { return ledger.no_skip(); });
  world.always("no_over_ack", [&] { return ledger.no_over_ack(); });
  world.always("monotonic_durable", [&] { return ledger.monotonic_durable(); });
  world.always("order", [&] { return ledger.order(); });
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.faults({fault::crash("client", {.at_most = 2}), fault::store_outcomes(store)});
  world.process("client", [&] {
    for (const Row row : source.read_from(store.load())) deliver(row, consumer, store, world);
  });
  world.run();
}

sim::RunResult play_with(Connector kind, sim::Answers answers = {}) {
  connector = kind;
  return play(body, std::move(answers), kJudged);
}

TEST(Connector, HoldsUnderEachOutcomeOfEachWriteAndACrashAtEachStep) {
  int crashed = 0;
  for (std::uint64_t outcome = 0; outcome < 7; ++outcome) {
    for (std::uint64_t step = 1; step < 60; step += 2) {
      const auto result =
          play_with(Connector::waits_for_each_ack, {.parameters = {1, 1, step & 1},
                                                    .outcomes = {0, outcome},
                                                    .event_steps = {step, step + 9}});
      EXPECT_EQ(sim::message_of(result), "held") << outcome << " at " << step;
      ++crashed;
    }
  }
  EXPECT_EQ(crashed, 210);
}

TEST(Connector, IsCaughtWhenItStoresWhatItHasOnlyRead) {
  const auto result = play_with(Connector::stores_when_it_reads);
  ASSERT_NE(result.outcome.failure, nullptr);
  EXPECT_STREQ(result.outcome.failure->property, "no_skip");
  EXPECT_EQ(sim::message_of(result),
            "row 1 at position 10 is not settled, and a restart from 10 would not read it again "
            "(the write of that position is under way or its outcome is unknown)");
}

TEST(Connector, IsCaughtWhenItStoresWhatItHasOnlySent) {
  const auto result = play_with(Connector::stores_when_it_has_sent);
  ASSERT_NE(result.outcome.failure, nullptr);
  EXPECT_STREQ(result.outcome.failure->property, "no_skip");
}

TEST(Connector, IsCaughtWhenItStoresAPositionInsideATieGroup) {
  const auto result = play_with(Connector::stores_the_row_inside_its_tie_group);
  ASSERT_NE(result.outcome.failure, nullptr);
  EXPECT_STREQ(result.outcome.failure->property, "no_skip");
  EXPECT_EQ(sim::message_of(result).substr(0, 38), "row 2 at position 10 is not settled, a");
}

}  // namespace
}  // namespace tidemark::fake
