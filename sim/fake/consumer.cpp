// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/consumer.hpp"

#include <algorithm>
#include <utility>

#include "tidemark/sim/fake/consumer_state.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::fake {
namespace kernel = sim::kernel;
using models::Event;

bool Consumer::State::can_take() const {
  if (options.life == Life::dead && batches >= options.dies_after) return false;
  return options.in_flight_max == 0 || unsettled.size() < options.in_flight_max;
}

bool Consumer::State::lose_send() {
  if (options.lost_sends_max == 0 || kernel::choose(sim::choice::Kind::outcome, 2) == 0) {
    return false;
  }
  --options.lost_sends_max;
  ++lost_sends;
  return true;
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
  options.lost_sends_max = 0;
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
  if (state_->lose_send()) return SendOutcome::gone;
  state_->take(batch, std::move(settle));
  return SendOutcome::accepted;
}

std::uint64_t Consumer::taken() const { return state_->batches; }

std::uint64_t Consumer::smallest_batch() const { return state_->smallest_batch; }

std::uint32_t Consumer::out_of_order() const { return state_->out_of_order; }

std::uint32_t Consumer::rejected() const { return state_->rejected; }

std::uint32_t Consumer::settled_twice() const { return state_->settled_twice; }

std::uint32_t Consumer::settled_late() const { return state_->settled_late; }

std::uint32_t Consumer::lost_sends() const { return state_->lost_sends; }

std::uint32_t Consumer::concurrent_settlements_max() const { return state_->settling_max; }

std::uint32_t Consumer::errors_surfaced() const { return state_->errors_surfaced; }

std::uint32_t Consumer::abandoned() const { return state_->abandoned; }

std::uint32_t Consumer::unsettled() const {
  return static_cast<std::uint32_t>(state_->unsettled.size());
}

}  // namespace tidemark::fake
