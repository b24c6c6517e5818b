// SPDX-License-Identifier: MIT
#include <chrono>
#include <memory>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::snapshot {
namespace {

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "session"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable",
                                            "order",   "all_settled", "no_wedge"};
constexpr Goal kGoals[] = {
    {"hand-over failed", Goal::Kind::sometimes},
    {"hand-over failed twice", Goal::Kind::sometimes},
    {"publisher replaced", Goal::Kind::reachable},
    {"failed behind a batch in flight", Goal::Kind::sometimes},
    {"failed after the last row", Goal::Kind::reachable},
    {"crashed", Goal::Kind::sometimes},
};

/// The consumer goes away when it is to take a batch that is tracked already, and comes back. The
/// batch is neither settled nor forgotten: the publisher is poisoned, and a new one reads on from
/// the stored position.
/// Guards against a publisher that is used again with a slot that nobody will settle (B15a), and
/// against settling that slot, so that a batch before it stores a position behind it (B15b).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 5, .prunes_on_confirm = world.coin("prunes on confirm")}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any, .lost_sends_max = 2}};
  bool behind_a_batch = false;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("hand-over failed", [&] { return consumer.lost_sends() > 0; });
  world.sometimes("hand-over failed twice", [&] { return consumer.lost_sends() > 1; });
  world.sometimes("failed behind a batch in flight", [&] { return behind_a_batch; });
  world.sometimes("crashed", [&] { return world.crashes() > 0; });
  world.faults({fault::crash("connector")});

  world.process("connector", [&] {
    std::unique_ptr<Publisher> publisher;
    for (bool done = false; !done;) {
      if (publisher && publisher->poisoned()) {
        world.reachable("publisher replaced");
        // Closed before the position is read: what it still stores would not be seen.
        publisher.reset();
      }
      const LoadResult loaded = store.load();
      if (!publisher) {
        publisher =
            std::make_unique<Publisher>(PublisherOptions{.batch = {.count = 2, .period = 10ms},
                                                         .checkpoint_limit = 4,
                                                         .resumed_from = loaded.position},
                                        consumer, store);
      }
      bool all_published = true;
      for (Row row : source.read_from(loaded)) {
        all_published = publisher->publish(std::move(row)) == PublishOutcome::done;
        if (!all_published) break;
      }
      if (!all_published) {
        world.atomically([&] { behind_a_batch = behind_a_batch || consumer.unsettled() > 0; });
        continue;
      }
      done = publisher->drain() == PublishOutcome::done;
      if (!done) world.reachable("failed after the last row");
    }
  });
  world.run();
}

}  // namespace

extern const sim::Scenario failed_send;
const sim::Scenario failed_send{
    .name = "snapshot/failed_send",
    .claim = "a batch that cannot be handed over is neither passed nor waited for",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::snapshot
