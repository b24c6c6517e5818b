// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/consumer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tidemark/models/history.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/world/stage.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::fake {
namespace {

using models::Event;
namespace kernel = sim::kernel;

/// Takes one of a budget of misbehaviours, if there is one left and the choice falls on it.
bool spend(std::uint32_t& budget) {
  if (budget == 0 || kernel::choose(sim::choice::Kind::outcome, 2) == 0) return false;
  --budget;
  return true;
}

/// A batch in the hands of the consumer. `settle` belongs to the process that delivered it: once
/// that process is gone it is neither called nor destroyed.
struct Held {
  std::vector<std::uint64_t> rows;
  Settle settle;
  std::uint64_t batch = 0;
  kernel::ProcessId process = 0;
  std::uint64_t sessions = 0;  ///< how often the source had been opened when it was taken
  bool settled = false;        ///< waits to be settled a second time
  bool kept_back = false;      ///< is never settled, as long as faults are on
};

}  // namespace

struct Consumer::State {
  sim::Stage& stage;
  ConsumerOptions options;
  kernel::ObjectId object;
  std::vector<Held*> held = {};                       // in order of hand-over; not under settlement
  std::vector<Held*> unsettled = {};                  // in order of hand-over; whoever has them
  std::vector<kernel::ProcessId> with_settlers = {};  // runs whose settlers exist
  std::uint64_t batches = 0;
  std::uint64_t smallest_batch = 0;
  std::vector<kernel::ProcessId> settling = {};  // one entry a settlement under way
  std::uint32_t settling_max = 0;
  std::uint32_t out_of_order = 0;
  std::uint32_t rejected = 0;
  std::uint32_t settled_twice = 0;
  std::uint32_t settled_late = 0;
  std::uint32_t errors_surfaced = 0;
  std::uint32_t abandoned = 0;

  bool can_take() const;
  std::uint64_t sessions_of(kernel::ProcessId process) const;
  void take(const Batch& batch, Settle settle);
  void hire(kernel::ProcessId process);
  Held* pick(kernel::ProcessId process);
  void settle_some(kernel::ProcessId process);
  void settle_one(Held& batch);
  void settle_late_one(Held& batch);
  void call(Held& batch, Settlement how);
  void record(Event::Kind kind, const Held& batch, bool was_rejected);
  void process_gone(kernel::ProcessId process, sim::Stage::End end);
  void heal();
};

namespace {

/// What a fiber of the consumer is told when it starts.
struct Errand {
  void* consumer;
  kernel::ProcessId process;
  Held* batch;
};

}  // namespace

bool Consumer::State::can_take() const {
  if (options.life == Life::dead && batches >= options.dies_after) return false;
  return options.in_flight_max == 0 || unsettled.size() < options.in_flight_max;
}

std::uint64_t Consumer::State::sessions_of(kernel::ProcessId process) const {
  const auto events = stage.history().events();
  return static_cast<std::uint64_t>(
      std::count_if(events.begin(), events.end(), [&](const Event& event) {
        return event.kind == Event::Kind::opened && event.owner == process;
      }));
}

void Consumer::State::record(Event::Kind kind, const Held& batch, bool was_rejected) {
  for (const std::uint64_t row : batch.rows) {
    Event event;
    event.kind = kind;
    event.owner = batch.process;
    event.row = row;
    event.batch = batch.batch;
    event.rejected = was_rejected;
    stage.record(event);
  }
}

void Consumer::State::take(const Batch& batch, Settle settle) {
  auto* taken = new Held;
  // The batch's own memory dies with its process: what outlives a crash is copied.
  taken->rows.reserve(batch.size());
  for (const Row& row : batch) taken->rows.push_back(row.id);
  taken->settle = std::move(settle);
  taken->batch = ++batches;
  if (smallest_batch == 0 || batch.size() < smallest_batch) smallest_batch = batch.size();
  taken->process = kernel::current_process();
  if (options.late_acks_max > 0) taken->sessions = sessions_of(taken->process);
  held.push_back(taken);
  unsettled.push_back(taken);
  record(Event::Kind::delivered, *taken, false);
  if (options.life != Life::silent) hire(taken->process);
}

void Consumer::State::hire(kernel::ProcessId process) {
  if (std::find(with_settlers.begin(), with_settlers.end(), process) != with_settlers.end()) return;
  with_settlers.push_back(process);
  for (std::uint32_t index = 0; index < options.settlers; ++index) {
    auto* errand = new Errand{this, process, nullptr};
    kernel::spawn(
        process, "settler",
        [](void* argument) {
          const auto& errand = *static_cast<Errand*>(argument);
          static_cast<State*>(errand.consumer)->settle_some(errand.process);
        },
        errand, false);
  }
}

Held* Consumer::State::pick(kernel::ProcessId process) {
  const auto ready = [&](const Held* batch) {
    return batch->process == process && !batch->kept_back;
  };
  const auto count = static_cast<std::uint64_t>(std::count_if(held.begin(), held.end(), ready));
  std::uint64_t index =
      options.ack_order == AckOrder::any ? kernel::choose(sim::choice::Kind::parameter, count) : 0;
  auto found = std::find_if(held.begin(), held.end(), ready);
  while (index-- > 0) found = std::find_if(found + 1, held.end(), ready);
  Held* batch = *found;
  held.erase(found);
  return batch;
}

void Consumer::State::settle_some(kernel::ProcessId process) {
  struct Wait {
    const State* state;
    kernel::ProcessId process;
  } wait{this, process};
  while (true) {
    kernel::await(
        object, "consumer: settle",
        [](void* context) {
          const auto& waiting = *static_cast<Wait*>(context);
          const auto& batches = waiting.state->held;
          return std::any_of(batches.begin(), batches.end(), [&](const Held* batch) {
            return batch->process == waiting.process && !batch->kept_back;
          });
        },
        &wait);
    Held& batch = *pick(process);
    if (batch.settled) {
      ++settled_twice;
      call(batch, Settlement::delivered);
    } else if (spend(options.never_acks_max)) {
      batch.kept_back = true;
      held.push_back(&batch);
    } else if (spend(options.late_acks_max)) {
      kernel::spawn(
          process, "late settler",
          [](void* argument) {
            const auto& errand = *static_cast<Errand*>(argument);
            static_cast<State*>(errand.consumer)->settle_late_one(*errand.batch);
          },
          new Errand{this, process, &batch}, false);
    } else {
      settle_one(batch);
    }
  }
}

void Consumer::State::settle_late_one(Held& batch) {
  struct Wait {
    const State* state;
    const Held* batch;
  } wait{this, &batch};
  kernel::await(
      object, "consumer: late settle",
      [](void* context) {
        const auto& waiting = *static_cast<Wait*>(context);
        return kernel::healed() ||
               waiting.state->sessions_of(waiting.batch->process) > waiting.batch->sessions;
      },
      &wait, kernel::now_ns() + options.late_by.count());
  ++settled_late;
  settle_one(batch);
}

void Consumer::State::settle_one(Held& batch) {
  const bool refuse = spend(options.nacks_max);
  const auto place = std::find(unsettled.begin(), unsettled.end(), &batch);
  const bool overtakes = std::any_of(
      unsettled.begin(), place, [&](const Held* older) { return older->process == batch.process; });
  if (overtakes) ++out_of_order;
  if (refuse) ++rejected;
  unsettled.erase(place);
  // From here on the consumer holds the rows for good, whether or not anybody learns of it.
  record(Event::Kind::settled, batch, refuse);
  const bool again = spend(options.double_acks_max);
  call(batch, refuse ? Settlement::rejected : Settlement::delivered);
  if (again) {
    batch.settled = true;
    held.push_back(&batch);
    return;
  }
  const kernel::GuestMode guest;
  batch.settle = nullptr;
}

void Consumer::State::call(Held& batch, Settlement how) {
  settling.push_back(batch.process);
  settling_max = std::max(settling_max, static_cast<std::uint32_t>(settling.size()));
  StoreOutcome outcome{};
  {
    const kernel::GuestMode guest;
    outcome = batch.settle(how);
  }
  settling.erase(std::find(settling.begin(), settling.end(), batch.process));
  if (outcome != StoreOutcome::stored) ++errors_surfaced;
}

void Consumer::State::process_gone(kernel::ProcessId process, sim::Stage::End end) {
  const auto belongs = [&](const Held* batch) { return batch->process == process; };
  std::erase_if(held, belongs);
  const auto open = static_cast<std::uint32_t>(std::erase_if(unsettled, belongs));
  if (end == sim::Stage::End::crashed) abandoned += open;
  std::erase(with_settlers, process);
  std::erase(settling, process);
}

void Consumer::State::heal() {
  options.nacks_max = 0;
  options.double_acks_max = 0;
  options.late_acks_max = 0;
  options.never_acks_max = 0;
  for (Held* batch : held) batch->kept_back = false;
}

Consumer::Consumer(sim::World& world, const ConsumerOptions& options) : state_(nullptr) {
  const kernel::HostMode host;
  state_ = new State{world.stage(), options, kernel::create_object("consumer")};
  world.stage().on_process_gone(
      [](void* state, kernel::ProcessId process, sim::Stage::End end) {
        static_cast<State*>(state)->process_gone(process, end);
      },
      state_);
  world.stage().on_heal([](void* state) { static_cast<State*>(state)->heal(); }, state_);
}

Consumer::~Consumer() = default;

SendOutcome Consumer::send(Batch batch, Settle settle, const std::stop_token& stop) {
  const kernel::HostMode host;
  struct Wait {
    const State* state;
    const std::stop_token* stop;
  } wait{state_, &stop};
  kernel::await(
      state_->object, "consumer: take",
      [](void* context) {
        const auto& waiting = *static_cast<Wait*>(context);
        return waiting.state->can_take() || waiting.stop->stop_requested();
      },
      &wait);
  const bool stopping = stop.stop_requested();
  if (!state_->can_take()) return SendOutcome::cancelled;
  // Where both are ready either may win, as in a select.
  if (stopping && kernel::choose(sim::choice::Kind::parameter, 2) != 0) {
    return SendOutcome::cancelled;
  }
  state_->take(batch, std::move(settle));
  return SendOutcome::accepted;
}

std::uint64_t Consumer::taken() const { return state_->batches; }

std::uint64_t Consumer::smallest_batch() const { return state_->smallest_batch; }

std::uint32_t Consumer::out_of_order() const { return state_->out_of_order; }

std::uint32_t Consumer::rejected() const { return state_->rejected; }

std::uint32_t Consumer::settled_twice() const { return state_->settled_twice; }

std::uint32_t Consumer::settled_late() const { return state_->settled_late; }

std::uint32_t Consumer::concurrent_settlements_max() const { return state_->settling_max; }

std::uint32_t Consumer::errors_surfaced() const { return state_->errors_surfaced; }

std::uint32_t Consumer::abandoned() const { return state_->abandoned; }

std::uint32_t Consumer::unsettled() const {
  return static_cast<std::uint32_t>(state_->unsettled.size());
}

}  // namespace tidemark::fake
