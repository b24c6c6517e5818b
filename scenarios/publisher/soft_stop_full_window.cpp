// SPDX-License-Identifier: MIT
#include <chrono>
#include <condition_variable>
#include <memory>
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
    {"window full at the stop", Goal::Kind::reachable},
    {"rows lost to this generation", Goal::Kind::reachable},
    {"settled after the stop", Goal::Kind::sometimes},
    {"handed over after the stop", Goal::Kind::sometimes},
};

constexpr std::int64_t kLimit = 2;

/// What settlements wait behind until it is opened.
class Dam {
 public:
  void pass() {
    std::unique_lock lock{mutex_};
    opened_.wait(lock, [&] { return open_; });
  }

  void open() {
    const std::lock_guard lock{mutex_};
    open_ = true;
    opened_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

/// Hands over to another consumer, whose settlements get through once the dam is open.
class SlowToSettle final : public Consumer {
 public:
  SlowToSettle(Consumer& consumer, std::shared_ptr<Dam> dam)
      : consumer_(consumer), dam_(std::move(dam)) {}

  SendOutcome send(Batch batch, Settle settle, const std::stop_token& stop) override {
    return consumer_.send(
        std::move(batch),
        [dam = dam_, settle = std::move(settle)](Settlement settlement) {
          dam->pass();
          return settle(settlement);
        },
        stop);
  }

 private:
  Consumer& consumer_;
  const std::shared_ptr<Dam> dam_;
};

/// A flusher is parked in front of a full window, another one stands behind it in the queue, and a
/// soft stop comes just as the consumer settles: the window opens after the first has given up. Its
/// rows are lost to this generation, so the second must not go on although it could.
/// Guards against a batch that could not be tracked and does not seal the queue (P-3): the next one
/// is tracked in its place, and its settlement passes the lost rows.
void body(sim::World& world) {
  fake::RowSource source{world, {.rows = 5}};
  fake::CheckpointStore store{world};
  fake::Consumer consumer{world, {.ack_order = fake::AckOrder::any}};
  bool stopped = false;
  std::uint64_t taken_at_stop = 0;
  std::uint32_t open_at_stop = 0;

  models::Ledger ledger{world.history(), models::ResumeRule::exclusive};
  promise_safety(world, ledger);
  world.sometimes("handed over after the stop",
                  [&] { return stopped && consumer.taken() > taken_at_stop; });
  world.sometimes("settled after the stop",
                  [&] { return stopped && consumer.unsettled() < open_at_stop; });

  world.process("connector", [&] {
    const auto dam = std::make_shared<Dam>();
    SlowToSettle slow{consumer, dam};
    Publisher publisher{
        {.batch = {.count = 2, .period = 10ms}, .checkpoint_limit = kLimit}, slow, store};
    std::jthread reader{[&] {
      for (Row row : source.read_from(store.load())) {
        const bool third = row.id == 3;
        if (publisher.publish(std::move(row)) != PublishOutcome::done) return;
        // Longer than the period: the timer flushes it and parks. The next two go by the count.
        if (third) std::this_thread::sleep_for(15ms);
      }
    }};
    std::this_thread::sleep_for(30ms);
    if (publisher.pending() == kLimit) world.reachable("window full at the stop");
    std::jthread opener{[&] { dam->open(); }};
    publisher.stop(StopMode::soft);
    world.atomically([&] {
      stopped = true;
      taken_at_stop = consumer.taken();
      open_at_stop = consumer.unsettled();
    });
    opener.join();
    reader.join();
    if (publisher.poisoned()) world.reachable("rows lost to this generation");
    // Time for the consumer to settle what it has: a settlement may store.
    std::this_thread::sleep_for(50ms);
    publisher.close();
  });
  world.run();
}

}  // namespace

extern const sim::Scenario soft_stop_full_window;
const sim::Scenario soft_stop_full_window{
    .name = "publisher/soft_stop_full_window",
    .claim = "a soft stop in front of a full window: nobody passes the rows that were given up",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::publisher
