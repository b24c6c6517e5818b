// SPDX-License-Identifier: MIT
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

using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "store"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable",
                                            "order",   "all_settled", "no_wedge"};
constexpr Goal kGoals[] = {
    {"two settlements at once", Goal::Kind::sometimes},
    {"acked out of order", Goal::Kind::sometimes},
    {"batch rejected", Goal::Kind::sometimes},
    {"batch settled twice", Goal::Kind::sometimes},
    {"consumer told of a failed write", Goal::Kind::sometimes},
    {"crashed", Goal::Kind::sometimes},
};

/// Several threads of the consumer settle at once, twice or with a refusal, and each settlement may
/// write.
/// Guards against moving the frontier and writing it as two steps (B19): the thread that saw the
/// older frontier writes last, and the durable position goes back. Also against a second settlement
/// that counts (B24), and a write that failed and is forgotten (V10).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 4, .prunes_on_confirm = world.coin("prunes on confirm")}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  const auto settlers = static_cast<std::uint32_t>(world.pick("settlers", 2, 3));
  fake::Consumer consumer{world,
                          {.ack_order = fake::AckOrder::any,
                           .settlers = settlers,
                           .nacks_max = 1,
                           .double_acks_max = 1}};

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("two settlements at once",
                  [&] { return consumer.concurrent_settlements_max() > 1; });
  world.sometimes("acked out of order", [&] { return consumer.out_of_order() > 0; });
  world.sometimes("batch rejected", [&] { return consumer.rejected() > 0; });
  world.sometimes("batch settled twice", [&] { return consumer.settled_twice() > 0; });
  world.sometimes("consumer told of a failed write",
                  [&] { return consumer.errors_surfaced() > 0; });
  world.sometimes("crashed", [&] { return world.crashes() > 0; });
  world.faults({fault::crash("connector"), fault::store_outcomes(store)});

  world.process("connector", [&] {
    const LoadResult loaded = store.load();
    Publisher publisher{{.resumed_from = loaded.position}, consumer, store};
    for (Row row : source.read_from(loaded)) publisher.publish(std::move(row));
    publisher.drain();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario concurrent_acks_persist;
const sim::Scenario concurrent_acks_persist{
    .name = "publisher/concurrent_acks_persist",
    .claim = "settlements on several threads: the durable position never goes back nor ahead",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
