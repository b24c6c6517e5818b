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
#include "tidemark/sim/fault/store_outcomes.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::publisher {
namespace {

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "liveness", "shutdown"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable", "order"};
constexpr Goal kGoals[] = {
    {"stopped with nothing handed over", Goal::Kind::reachable},
    {"stopped with a batch handed over", Goal::Kind::reachable},
    {"hand-over abandoned", Goal::Kind::reachable},
    {"reader was cut off", Goal::Kind::reachable},
    {"settled after the stop", Goal::Kind::sometimes},
};

/// The consumer takes a few batches and dies; a soft stop comes at any moment, from another thread.
/// Everything ends, and nothing that was abandoned is passed by a later settlement.
/// Guards against a stop that cannot wake a parked sender or tracker (L-4, B25), a hand-over that
/// is given up and counts as settled (B15), and a seal that comes too late (B16).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 6}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  const auto dies_after = static_cast<std::uint32_t>(world.pick("batches before it dies", 0, 2));
  fake::Consumer consumer{
      world,
      {.ack_order = fake::AckOrder::any, .life = fake::Life::dead, .dies_after = dies_after}};
  const std::chrono::milliseconds patience{world.pick("milliseconds before the stop", 0, 30)};
  bool stopped = false;
  std::uint32_t open_at_stop = 0;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.sometimes("settled after the stop",
                  [&] { return stopped && consumer.unsettled() < open_at_stop; });
  world.faults({fault::crash("connector"), fault::store_outcomes(store)});

  world.process("connector", [&] {
    const LoadResult loaded = store.load();
    world.atomically([&] { stopped = false; });
    Publisher publisher{{.batch = {.count = 2, .period = 10ms},
                         .checkpoint_limit = 2,
                         .resumed_from = loaded.position},
                        consumer,
                        store};
    std::jthread reader{[&] {
      for (Row row : source.read_from(loaded)) {
        if (publisher.publish(std::move(row)) == PublishOutcome::done) continue;
        world.reachable("reader was cut off");
        return;
      }
    }};
    // However long it is, a thread may be slower: the stop comes at any moment.
    std::this_thread::sleep_for(patience);
    publisher.stop(StopMode::soft);
    world.atomically([&] {
      stopped = true;
      open_at_stop = consumer.unsettled();
    });
    reader.join();
    if (publisher.poisoned()) world.reachable("hand-over abandoned");
    if (consumer.taken() == 0) {
      world.reachable("stopped with nothing handed over");
    } else {
      world.reachable("stopped with a batch handed over");
    }
    publisher.close();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario soft_stop_dead_consumer;
const sim::Scenario soft_stop_dead_consumer{
    .name = "publisher/soft_stop_dead_consumer",
    .claim = "a soft stop ends everything, also where the consumer takes nothing any more",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
