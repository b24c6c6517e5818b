// SPDX-License-Identifier: MIT
#include <chrono>
#include <thread>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::publisher {
namespace {

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "liveness", "crash"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable",
                                            "order",   "all_settled", "no_wedge"};
constexpr Goal kGoals[] = {
    {"window with rows before it in flight", Goal::Kind::sometimes},
    {"window with everything before it settled", Goal::Kind::sometimes},
    {"window closed twice", Goal::Kind::sometimes},
    {"crashed", Goal::Kind::sometimes},
};

/// The source says only with the next transaction, or when a window of it is drained, that one is
/// complete; and it falls idle. The last position is stored all the same, when everything before it
/// is settled and not before.
/// Guards against a last transaction that is read again after each restart (B22), and against a
/// window that is stored while rows before it are on their way.
void body(sim::World& world) {
  fake::RowSource source{world,
                         {.rows = world.pick("rows", 3, 5),
                          .rows_per_transaction = 2,
                          .tail = fake::RowSourceOptions::Tail::unknown,
                          .prunes_on_confirm = world.coin("prunes on confirm")}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any}};
  std::uint32_t open_at_window = 0;
  std::uint32_t windows = 0;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("window with rows before it in flight",
                  [&] { return windows > 0 && open_at_window > 0; });
  world.sometimes("window with everything before it settled",
                  [&] { return windows > 0 && open_at_window == 0; });
  world.sometimes("window closed twice", [&] { return windows > 1; });
  world.sometimes("crashed", [&] { return world.crashes() > 0; });
  world.faults({fault::crash("connector")});

  world.process("connector", [&] {
    const LoadResult loaded = store.load();
    Publisher publisher{{.batch = {.count = 2, .period = 10ms},
                         .checkpoint_limit = 4,
                         .resumed_from = loaded.position},
                        consumer,
                        store};
    std::uint64_t published = 0;
    for (Row row : source.read_from(loaded)) {
      publisher.publish(std::move(row));
      ++published;
    }
    world.atomically([&] {
      ++windows;
      open_at_window = consumer.unsettled();
    });
    // With an odd number of rows it finds one in the buffer and travels with it.
    publisher.checkpoint_window(*source.head());
    // Nobody flushes any more: what is not stored by the last settlement is not stored.
    while (publisher.counts().rows_delivered < published) std::this_thread::sleep_for(10ms);
  });
  world.run();
}

}  // namespace

extern const sim::Scenario window_of_an_idle_source;
const sim::Scenario window_of_an_idle_source{
    .name = "publisher/window_of_an_idle_source",
    .claim = "the last position of an idle source is stored, and nothing before it is passed",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
