// SPDX-License-Identifier: MIT
#include <chrono>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/fault/store_outcomes.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::publisher {
namespace {

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "crash"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable",
                                            "order",   "all_settled", "no_wedge"};
constexpr Goal kGoals[] = {
    {"timer flushed a partial batch", Goal::Kind::sometimes},
    {"acked out of order", Goal::Kind::sometimes},
    {"crashed twice", Goal::Kind::sometimes},
    {"crashed with rows in flight", Goal::Kind::sometimes},
    {"write outcome unknown", Goal::Kind::sometimes},
    {"transaction shares a position", Goal::Kind::reachable},
};

/// The timer and the count both flush, acknowledgements come in any order, and the connector is
/// killed up to twice.
/// Guards against a batch that is tracked after the lock is released (B1), a timer that reads the
/// batcher unlocked (B2), and positions stored inside a transaction (B20).
void body(sim::World& world) {
  constexpr std::uint64_t kRows = 8;
  const std::uint64_t per_transaction = world.pick("rows per transaction", 1, 2);
  if (per_transaction > 1) world.reachable("transaction shares a position");
  fake::RowSource source{world,
                         {.rows = kRows,
                          .rows_per_transaction = per_transaction,
                          .prunes_on_confirm = world.coin("prunes on confirm")}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any}};

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("timer flushed a partial batch", [&] { return consumer.smallest_batch() == 1; });
  world.sometimes("acked out of order", [&] { return consumer.out_of_order() > 0; });
  world.sometimes("crashed twice", [&] { return world.crashes() == 2; });
  world.sometimes("crashed with rows in flight", [&] { return consumer.abandoned() > 0; });
  world.sometimes("write outcome unknown", [&] { return store.unknown_outcomes() > 0; });
  world.faults({fault::crash("connector", {.at_most = 2}), fault::store_outcomes(store)});

  world.process("connector", [&] {
    const LoadResult loaded = store.load();
    Publisher publisher{{.batch = {.count = 2, .period = 10ms},
                         .checkpoint_limit = 4,
                         .resumed_from = loaded.position},
                        consumer,
                        store};
    for (Row row : source.read_from(loaded)) publisher.publish(std::move(row));
    publisher.drain();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario two_flushers_acks_in_any_order;
const sim::Scenario two_flushers_acks_in_any_order{
    .name = "publisher/two_flushers_acks_in_any_order",
    .claim = "timer and count flush, acks come in any order, crashes: no row is skipped",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
