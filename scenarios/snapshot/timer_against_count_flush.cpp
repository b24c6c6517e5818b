// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::snapshot {
namespace {

using namespace std::chrono_literals;
using sim::Goal;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kTags[] = {"publisher", "timer"};
constexpr std::string_view kProperties[] = {
    "no_skip",     "no_over_ack", "monotonic_durable",        "order",
    "all_settled", "no_wedge",    "timed_flush_only_when_due"};
constexpr Goal kGoals[] = {
    {"timer flushed a partial batch", Goal::Kind::sometimes},
    {"count flush came first", Goal::Kind::sometimes},
    {"timer and count flush in turn", Goal::Kind::sometimes},
};

constexpr std::size_t kRows = 5;
constexpr std::size_t kCount = 2;
constexpr std::chrono::nanoseconds kPeriod = 10ms;

/// Watches the flushes from inside the batcher, where the batch processor runs.
///
/// The batcher's own clock reading is not seen here, so bounds stand for it: a batch was flushed no
/// earlier than its last row was published, and no later than the processor saw it.
class FlushWatch {
 public:
  void publishing(const Row& row, Clock::time_point now) { published_.at(row.id - 1) = now; }

  void flushed(const Batch& batch, Clock::time_point now) {
    // By age, since neither the count nor the end of the stream asked for it.
    const bool timed = batch.size() < kCount && !draining_;
    if (timed && now - not_before_ < kPeriod) {
      too_early_ = "the batch with row " + std::to_string(batch.back().id) +
                   " went out less than the period after the flush before";
    }
    if (timed) ++timed_;
    if (batch.size() == kCount) ++counted_;
    if (timed && counted_ > 0) timed_after_count_ = true;
    not_before_ = published_.at(batch.back().id - 1);
  }

  void begin(Clock::time_point now) { not_before_ = now; }
  void drain() { draining_ = true; }

  bool timed() const { return timed_ > 0; }
  bool counted() const { return counted_ > 0; }
  bool both() const { return timed_after_count_; }
  sim::Verdict only_when_due() const {
    return too_early_.empty() ? sim::Verdict{} : sim::Verdict::violated(too_early_);
  }

 private:
  std::array<Clock::time_point, kRows> published_{};
  Clock::time_point not_before_{};
  std::string too_early_;
  bool draining_ = false;
  bool timed_after_count_ = false;
  int timed_ = 0;
  int counted_ = 0;
};

/// The period ends while rows come in: the timer is woken for a batch that a count flush takes in
/// the meantime. The batch that has just begun is not flushed in its place.
/// Guards against a timer that does not look again after it was woken (B12).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = kRows}};
  fake::CheckpointStore store{world, {.confirms = &source}};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any}};
  const std::chrono::milliseconds pause{world.pick("milliseconds between rows", 0, 9)};
  FlushWatch watch;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.always("timed_flush_only_when_due", [&] { return watch.only_when_due(); });
  world.eventually("all_settled", [&] { return ledger.all_settled(); });
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });
  world.sometimes("timer flushed a partial batch", [&] { return watch.timed(); });
  world.sometimes("count flush came first", [&] { return watch.counted(); });
  world.sometimes("timer and count flush in turn", [&] { return watch.both(); });

  world.process("connector", [&] {
    const auto process = [&](Batch& batch) {
      const Clock::time_point now = Clock::now();
      world.atomically([&] { watch.flushed(batch, now); });
      return ProcessOutcome::processed;
    };
    const Clock::time_point start = Clock::now();
    world.atomically([&] { watch.begin(start); });
    Publisher publisher{
        {.batch = {.count = kCount, .period = kPeriod, .process = process}}, consumer, store};
    for (Row row : source.read_from(store.load())) {
      std::this_thread::sleep_for(pause);
      const Clock::time_point now = Clock::now();
      world.atomically([&] { watch.publishing(row, now); });
      publisher.publish(std::move(row));
    }
    world.atomically([&] { watch.drain(); });
    publisher.drain();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario timer_against_count_flush;
const sim::Scenario timer_against_count_flush{
    .name = "snapshot/timer_against_count_flush",
    .claim = "the timer flushes what is due, never the batch that has just begun",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::snapshot
