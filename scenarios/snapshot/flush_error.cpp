// SPDX-License-Identifier: MIT
#include <chrono>
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
    {"count flush failed", Goal::Kind::sometimes},
    {"partial flush failed", Goal::Kind::sometimes},
    {"publisher replaced", Goal::Kind::reachable},
    {"failed behind a batch in flight", Goal::Kind::sometimes},
    {"crashed", Goal::Kind::sometimes},
};

constexpr std::size_t kCount = 2;

/// A processor fails on one of the flushes, whoever flushes, and its rows are gone from the buffer.
/// No later batch of that publisher passes them: it is poisoned, and a new one reads on from the
/// stored position.
/// Guards against a seal that comes after the batcher is unlocked, when another flusher has taken a
/// place that is still good (B17), and a timer that dies of the error unseen (B18).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 5, .prunes_on_confirm = world.coin("prunes on confirm")}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any}};
  const std::uint64_t failing_flush = world.pick("flush that fails", 1, 4);
  std::uint64_t flushes = 0;
  std::size_t rows_lost = 0;
  bool behind_a_batch = false;
  const auto process = [&](Batch& batch) {
    return world.atomically([&] {
      if (++flushes != failing_flush) return ProcessOutcome::processed;
      rows_lost = batch.size();
      behind_a_batch = consumer.unsettled() > 0;
      return ProcessOutcome::failed;
    });
  };

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("count flush failed", [&] { return rows_lost == kCount; });
  world.sometimes("partial flush failed", [&] { return rows_lost == kCount - 1; });
  world.sometimes("failed behind a batch in flight", [&] { return behind_a_batch; });
  world.sometimes("crashed", [&] { return world.crashes() > 0; });
  world.faults({fault::crash("connector")});

  world.process("connector", [&] {
    for (bool done = false; !done;) {
      const LoadResult loaded = store.load();
      Publisher publisher{{.batch = {.count = kCount, .period = 10ms, .process = process},
                           .checkpoint_limit = 4,
                           .resumed_from = loaded.position},
                          consumer,
                          store};
      bool all_published = true;
      for (Row row : source.read_from(loaded)) {
        all_published = publisher.publish(std::move(row)) == PublishOutcome::done;
        if (!all_published) break;
      }
      done = all_published && publisher.drain() == PublishOutcome::done;
      if (!done) world.reachable("publisher replaced");
    }
  });
  world.run();
}

}  // namespace

extern const sim::Scenario flush_error;
const sim::Scenario flush_error{
    .name = "snapshot/flush_error",
    .claim = "rows that a failed flush has lost are read again, and nothing passes them",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::snapshot
