// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/phase.hpp"

#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

Phase phase;

namespace {

struct Event {
  void (*fire)(void*) = nullptr;
  void* context = nullptr;
  char name[32] = {};
};

struct Callback {
  void (*call)(void*) = nullptr;
  void* context = nullptr;
};

Event events[choice::option::kEventsMax];
std::uint32_t event_count = 0;
Callback heal_callback;
Callback touched_callback;
Limits the_limits;

void name_property(const char* name) {
  raw::copy_text(failure().property, sizeof failure().property, name);
}

}  // namespace

void heal() {
  if (phase.healed) return;
  phase.healed = true;
  phase.events = 0;
  phase.steps_end = counters.steps + the_limits.fair_steps;
  note(NoteKind::fault, "faults heal; scheduling turns fair");
  if (heal_callback.call != nullptr) {
    KernelScope scope;
    heal_callback.call(heal_callback.context);
  }
}

void end_phase() {
  if (!phase.healed) {
    heal();
    return;
  }
  name_property("no_wedge");
  failure_message()
      .text("not settled within ")
      .number(the_limits.fair_steps)
      .text(" steps after faults healed and scheduling turned fair");
  end_execution(Category::wedge, "");
}

void end_deadlocked() {
  name_property("no_wedge");
  Message message = failure_message();
  message.text("deadlock: ");
  bool first = true;
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber& each = fiber(static_cast<FiberId>(i));
    if (!each.live()) continue;
    if (!first) message.text(", ");
    first = false;
    message.text(each.name).text(" in ");
    message.text(each.pending.label != nullptr ? each.pending.label : name_of(each.pending.kind));
  }
  message.text(" and nothing can wake any of them");
  end_execution(Category::deadlock, "");
}

void fire_event(std::uint32_t event) {
  KernelScope scope;
  mix(0xE7E47 + event);
  note(NoteKind::fault, events[event].name);
  events[event].fire(events[event].context);
}

void run_touched_check() {
  phase.touched = false;
  if (touched_callback.call == nullptr) return;
  KernelScope scope;
  touched_callback.call(touched_callback.context);
}

void reset_phase(const Limits& limits) {
  event_count = 0;
  heal_callback = touched_callback = Callback{};
  the_limits = limits;
  phase = Phase{};
  phase.steps_end = limits.faulty_steps;
}

EventId create_event(const char* name, void (*fire)(void*), void* context) {
  if (event_count == choice::option::kEventsMax) {
    end_execution(Category::unsupported, "too many kinds of events in one scenario");
  }
  if (state.searching) graph::outside_the_model({.label = name});
  Event& made = events[event_count];
  made.fire = fire;
  made.context = context;
  raw::copy_text(made.name, sizeof made.name, name);
  return event_count++;
}

void enable(EventId event, bool on) {
  const std::uint64_t bit = std::uint64_t{1} << event;
  phase.events = on && !phase.healed ? phase.events | bit : phase.events & ~bit;
}

void on_heal(void (*call)(void*), void* context) { heal_callback = {call, context}; }
bool healed() { return phase.healed; }
void on_touched(void (*call)(void*), void* context) { touched_callback = {call, context}; }
void touch() { phase.touched = true; }

}  // namespace tidemark::sim::kernel
