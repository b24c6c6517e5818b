// SPDX-License-Identifier: MIT
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "tidemark/core/publish/publisher.hpp"
#include "tidemark/scenarios/promises.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios::publisher {
namespace {

using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "liveness"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable", "order",
                                            "no_wedge"};
constexpr Goal kGoals[] = {
    {"publish completed beside a full window", Goal::Kind::reachable},
    {"stopped while a tracker was parked", Goal::Kind::reachable},
    {"limit smaller than a batch", Goal::Kind::reachable},
};

/// Threads that have come back from `publish`, for others to wait for.
class Returned {
 public:
  void add() {
    const std::lock_guard lock{mutex_};
    ++count_;
    changed_.notify_all();
  }
  void wait_for_one() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return count_ > 0; });
  }
  bool all_of(int count) {
    const std::lock_guard lock{mutex_};
    return count_ == count;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

/// The window is full for good, since the consumer settles nothing, and a flusher is parked in
/// front of it. Whoever publishes without having to flush gets through, and a soft stop ends
/// everybody.
/// Guards against tracking under the batcher's mutex (B13): the parked flusher then holds the door
/// shut for all others (P-2, L-4).
void body(sim::World& world) {
  const auto limit = static_cast<std::int64_t>(world.pick("limit", 1, 2));
  if (limit < 2) world.reachable("limit smaller than a batch");
  // The rows that two threads publish share a position, so that their order is free.
  fake::RowSource source{world, {.rows = 5, .rows_per_transaction = 3}};
  fake::CheckpointStore store{world};
  fake::Consumer consumer{world, {.life = fake::Life::silent}};

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.eventually("no_wedge", [&] { return ledger.no_wedge(); });

  world.process("connector", [&] {
    Publisher publisher{{.batch = {.count = 2}, .checkpoint_limit = limit}, consumer, store};
    auto rows = source.read_from(store.load());
    for (int index = 0; index < 3; ++index) publisher.publish(*rows.next());
    // One row lies in the buffer. Of the two that follow, one completes the batch and has to wait
    // for the window; the other must not wait.
    Returned returned;
    const auto publish_one = [&](Row row) {
      publisher.publish(std::move(row));
      returned.add();
    };
    std::jthread fourth{publish_one, *rows.next()};
    std::jthread fifth{publish_one, *rows.next()};
    returned.wait_for_one();
    world.reachable("publish completed beside a full window");
    if (!returned.all_of(2)) world.reachable("stopped while a tracker was parked");
    publisher.stop(StopMode::soft);
    fourth.join();
    fifth.join();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario full_window_parked_tracker;
const sim::Scenario full_window_parked_tracker{
    .name = "publisher/full_window_parked_tracker",
    .claim = "a full window parks whoever flushes, nobody else, and a soft stop ends the wait",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
