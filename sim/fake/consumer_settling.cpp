// SPDX-License-Identifier: MIT
#include <algorithm>

#include "tidemark/sim/fake/consumer_state.hpp"

// How batches are settled: the bodies of the consumer's own threads.
namespace tidemark::fake {

namespace kernel = sim::kernel;
using models::Event;

namespace {

/// Takes one of a budget of misbehaviours, if there is one left and the choice falls on it.
bool spend(std::uint32_t& budget) {
  if (budget == 0 || kernel::choose(sim::choice::Kind::outcome, 2) == 0) return false;
  --budget;
  return true;
}

}  // namespace

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

}  // namespace tidemark::fake
