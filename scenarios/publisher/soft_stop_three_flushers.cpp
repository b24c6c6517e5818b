// SPDX-License-Identifier: MIT
#include <chrono>
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

using namespace std::chrono_literals;
using sim::Goal;

constexpr std::string_view kTags[] = {"publisher", "shutdown"};
constexpr std::string_view kProperties[] = {"no_skip", "no_over_ack", "monotonic_durable", "order"};
constexpr Goal kGoals[] = {
    {"place abandoned", Goal::Kind::reachable},
    {"handed over after the stop", Goal::Kind::sometimes},
    {"everything handed over before the stop", Goal::Kind::reachable},
};

/// Hands over to another consumer, but looks at nothing, a stop included, until it is awake.
class Sleeper final : public Consumer {
 public:
  explicit Sleeper(Consumer& consumer) : consumer_(consumer) {}

  SendOutcome send(Batch batch, Settle settle, const std::stop_token& stop) override {
    {
      std::unique_lock lock{mutex_};
      woken_.wait(lock, [&] { return awake_; });
    }
    return consumer_.send(std::move(batch), std::move(settle), stop);
  }

  void wake() {
    const std::lock_guard lock{mutex_};
    awake_ = true;
    woken_.notify_all();
  }

 private:
  Consumer& consumer_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool awake_ = false;
};

/// Three threads have each flushed a batch and stand in the queue, the first of them in front of a
/// consumer that is slow to take it. It takes it at the moment of a soft stop. Whoever gives up its
/// place loses rows, so nobody behind it is let in.
/// Guards against a place that is passed over before the queue is sealed (B16).
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 4}};
  fake::CheckpointStore store{world};
  fake::Consumer consumer{world};
  bool stopped = false;
  std::uint64_t taken_at_stop = 0;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.sometimes("handed over after the stop",
                  [&] { return stopped && consumer.taken() > taken_at_stop; });

  world.process("connector", [&] {
    Sleeper sleeper{consumer};
    Publisher publisher{{.batch = {.count = 2, .period = 10ms}}, sleeper, store};
    auto rows = source.read_from(store.load());
    publisher.publish(*rows.next());
    std::jthread flusher{[&] { publisher.flush_current(); }};
    std::jthread reader{[&] {
      for (Row row : rows) {
        const bool first = row.id == 2;
        if (publisher.publish(std::move(row)) != PublishOutcome::done) return;
        // Longer than the period: the timer flushes it. The next two go by the count.
        if (first) std::this_thread::sleep_for(15ms);
      }
    }};
    std::this_thread::sleep_for(30ms);
    std::jthread waker{[&] { sleeper.wake(); }};
    publisher.stop(StopMode::soft);
    world.atomically([&] {
      stopped = true;
      taken_at_stop = consumer.taken();
    });
    waker.join();
    flusher.join();
    reader.join();
    if (publisher.poisoned()) {
      world.reachable("place abandoned");
    } else {
      world.reachable("everything handed over before the stop");
    }
    // Time for the consumer to settle what it has: a settlement may store.
    std::this_thread::sleep_for(50ms);
    publisher.close();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario soft_stop_three_flushers;
const sim::Scenario soft_stop_three_flushers{
    .name = "publisher/soft_stop_three_flushers",
    .claim = "a batch that gives up its place in the queue is passed by none behind it",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
