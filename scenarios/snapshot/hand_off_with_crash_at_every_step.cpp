// SPDX-License-Identifier: MIT
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/core/publish/snapshot_gate.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/fault/store_outcomes.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::snapshot {
namespace {

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"snapshot", "crash"};
constexpr std::string_view kProperties[] = {"no_skip",   "no_over_ack", "monotonic_durable",
                                            "order",     "all_settled", "no_wedge",
                                            "redelivery"};
constexpr Goal kGoals[] = {
    {"crashed before a row was settled", Goal::Kind::sometimes},
    {"crashed with the snapshot partly settled", Goal::Kind::sometimes},
    {"crashed between the last settlement and the write", Goal::Kind::sometimes},
    {"crashed while the position was written", Goal::Kind::sometimes},
    {"started again behind the snapshot", Goal::Kind::reachable},
    {"timer flushed a partial batch", Goal::Kind::sometimes},
    {"batch settled twice", Goal::Kind::sometimes},
    {"settled after the attempt", Goal::Kind::sometimes},
    {"position not confirmed", Goal::Kind::reachable},
    {"snapshot refused", Goal::Kind::reachable},
    {"refused rows given up", Goal::Kind::reachable},
};

/// Where the connector stood when it was killed, as far as the outside can tell.
enum class Killed { nowhere, untouched, partly, settled, writing, behind };

/// Killed by the very last step, or `nowhere`.
Killed killed_now(const models::History& history, std::uint64_t snapshot_rows) {
  using Kind = models::Event::Kind;
  const auto events = history.events();
  if (events.empty() || events.back().kind != Kind::restarted) return Killed::nowhere;
  std::set<std::uint64_t> settled;
  std::uint64_t writes = 0;
  std::uint64_t replies = 0;
  for (const models::Event& event : events) {
    if (event.kind == Kind::settled && event.row <= snapshot_rows) settled.insert(event.row);
    if (event.kind == Kind::store_requested) ++writes;
    if (event.kind == Kind::store_replied) ++replies;
  }
  if (writes > 0) return writes == 1 && replies == 0 ? Killed::writing : Killed::behind;
  if (settled.empty()) return Killed::untouched;
  return settled.size() < snapshot_rows ? Killed::partly : Killed::settled;
}

/// Publishes the snapshot and hands off; empty where the next attempt has to begin anew.
std::optional<Position> take_snapshot(sim::World& world, fake::Snapshot snapshot,
                                      Publisher& publisher, GatePolicy policy) {
  for (Row row : snapshot.rows) publisher.publish(std::move(row));
  const HandOffOutcome outcome = SnapshotGate{publisher, policy}.hand_off(snapshot.position);
  if (outcome == HandOffOutcome::refused) world.reachable("snapshot refused");
  if (outcome == HandOffOutcome::store_failed || outcome == HandOffOutcome::store_unknown) {
    world.reachable("position not confirmed");
  }
  if (outcome != HandOffOutcome::stored) return std::nullopt;
  if (publisher.counts().snapshot_rows_dropped > 0) world.reachable("refused rows given up");
  return snapshot.position;
}

void declare_goals(sim::World& world, const fake::Consumer& consumer, std::uint64_t snapshot_rows) {
  const auto killed = [&world, snapshot_rows](Killed where) {
    return [&world, snapshot_rows, where] {
      return killed_now(world.history(), snapshot_rows) == where;
    };
  };
  world.sometimes("crashed before a row was settled", killed(Killed::untouched));
  world.sometimes("crashed with the snapshot partly settled", killed(Killed::partly));
  world.sometimes("crashed between the last settlement and the write", killed(Killed::settled));
  world.sometimes("crashed while the position was written", killed(Killed::writing));
  world.sometimes("timer flushed a partial batch", [&] { return consumer.smallest_batch() == 1; });
  world.sometimes("batch settled twice", [&] { return consumer.settled_twice() > 0; });
  world.sometimes("settled after the attempt", [&] { return consumer.settled_late() > 0; });
}

/// A snapshot, the gate, and a stream behind it, killed anywhere: a start without a stored position
/// takes the whole snapshot again.
/// Guards against a position that is stored when the last row is read (B3), a barrier that does not
/// wait for a flush under way (B14), a settlement that counts twice (B24), and settlements of an
/// attempt that was given up (B8, G-7).
void body(sim::World& world) {
  const std::uint64_t snapshot_rows = world.pick("snapshot rows", 3, 4);
  fake::RowSource source{world,
                         {.rows = 2,
                          .snapshot_rows = snapshot_rows,
                          .prunes_on_confirm = world.coin("prunes on confirm")}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{
      world,
      {.ack_order = fake::AckOrder::any, .nacks_max = 1, .double_acks_max = 1, .late_acks_max = 1}};
  const auto limit = static_cast<std::int64_t>(world.pick("limit", 2, 4));
  const GatePolicy policy =
      world.coin("fail on nack") ? GatePolicy::fail_on_nack : GatePolicy::release_on_nack;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.eventually("redelivery", [&] { return ledger.redelivery(); });
  declare_goals(world, consumer, snapshot_rows);
  world.faults({fault::crash("connector", {.at_most = 2}), fault::store_outcomes(store)});

  world.process("connector", [&] {
    for (bool done = false; !done;) {
      const LoadResult loaded = store.load();
      Publisher publisher{{.batch = {.count = 2, .period = 10ms},
                           .checkpoint_limit = limit,
                           .resumed_from = loaded.position},
                          consumer,
                          store};
      std::optional<Position> from = loaded.position;
      if (from) {
        world.reachable("started again behind the snapshot");
      } else {
        from = take_snapshot(world, source.read_snapshot(), publisher, policy);
        if (!from) continue;
      }
      for (Row row : source.read_from(from)) publisher.publish(std::move(row));
      done = publisher.drain() == PublishOutcome::done;
    }
  });
  world.run();
}

}  // namespace

extern const sim::Scenario hand_off_with_crash_at_every_step;
const sim::Scenario hand_off_with_crash_at_every_step{
    .name = "snapshot/hand_off_with_crash_at_every_step",
    .claim =
        "killed anywhere between the first row of a snapshot and the stream: no row is skipped",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::snapshot
