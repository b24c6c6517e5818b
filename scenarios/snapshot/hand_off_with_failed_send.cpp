// SPDX-License-Identifier: MIT
#include <chrono>
#include <optional>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/core/publish/snapshot_gate.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::snapshot {
namespace {

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "snapshot", "session"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable",
                                            "order",   "all_settled", "no_wedge"};
constexpr Goal kGoals[] = {
    {"hand-over failed", Goal::Kind::sometimes},
    {"failed before the barrier", Goal::Kind::reachable},
    {"gate stayed shut", Goal::Kind::reachable},
    {"timer flushed the last row", Goal::Kind::sometimes},
};

/// The consumer goes away when it is to take a batch of the snapshot; the flush may be the timer's,
/// with the hand-off's barrier behind it in the queue. The barrier is refused, nothing is stored,
/// and the snapshot is taken again.
/// Guards against a failed hand-over that does not seal the queue: it no longer counts as in
/// flight, the barrier behind it finds nothing to wait for, and the position is stored (G-8).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 1, .snapshot_rows = 3}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any, .lost_sends_max = 2}};

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("hand-over failed", [&] { return consumer.lost_sends() > 0; });
  world.sometimes("timer flushed the last row", [&] { return consumer.smallest_batch() == 1; });

  world.process("connector", [&] {
    for (bool done = false; !done;) {
      const LoadResult loaded = store.load();
      Publisher publisher{{.batch = {.count = 2, .period = 10ms}, .resumed_from = loaded.position},
                          consumer,
                          store};
      std::optional<Position> from = loaded.position;
      if (!from) {
        fake::Snapshot snapshot = source.read_snapshot();
        bool published = true;
        for (Row row : snapshot.rows) {
          published = published && publisher.publish(std::move(row)) == PublishOutcome::done;
        }
        if (!published) world.reachable("failed before the barrier");
        // Asked for in any case: it is the gate's duty to know.
        if (SnapshotGate{publisher}.hand_off(snapshot.position) != HandOffOutcome::stored) {
          if (published) world.reachable("gate stayed shut");
          continue;
        }
        from = snapshot.position;
      }
      bool published = true;
      for (Row row : source.read_from(from)) {
        published = published && publisher.publish(std::move(row)) == PublishOutcome::done;
      }
      // The source has come to its end.
      done = published && publisher.flush_remaining() == PublishOutcome::done &&
             publisher.drain() == PublishOutcome::done;
    }
  });
  world.run();
}

}  // namespace

extern const sim::Scenario hand_off_with_failed_send;
const sim::Scenario hand_off_with_failed_send{
    .name = "snapshot/hand_off_with_failed_send",
    .claim = "rows of a snapshot that could not be handed over keep the gate shut",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::snapshot
