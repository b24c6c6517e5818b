// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/scheduler.hpp"

#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/queues.hpp"
#include "tidemark/sim/kernel/recorder.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/tracing.hpp"

namespace tidemark::sim::kernel {

Counters counters;
Queues queues;

namespace {

bool eager_timers = true;
bool just_touched = false;  // by the last step

constexpr std::uint64_t kFairStepsPerAdvance = 256;

std::uint32_t fair_choice() {
  const std::uint32_t count = queues.runnable.size();
  const std::uint32_t after = state.current->id;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t id = queues.runnable.nth(i);
    if (id > after) return id;
  }
  return queues.runnable.nth(0);
}

std::uint32_t take_option() {
  const std::uint32_t count = queues.runnable.size();
  if (phase.healed) {
    if (queues.deadline_count > 0 && counters.steps % kFairStepsPerAdvance == 0) {
      return choice::option::kAdvance;
    }
    return fair_choice();
  }
  const bool can_advance = eager_timers && queues.deadline_count > 0;
  const std::uint64_t events = phase.events;
  const std::uint32_t options =
      count + (can_advance ? 1 : 0) + static_cast<std::uint32_t>(__builtin_popcountll(events));
  if (options == 1 && !queues.every_point) return queues.runnable.nth(0);
  choice::SchedulePoint at;
  at.runnable = queues.runnable;
  at.current = state.current->id;
  at.can_advance = can_advance;
  at.events = events;
  at.step = counters.steps;
  at.touched = just_touched;
  at.pending = queues.pending;
  return ask_schedule(at, options);
}

// Nothing can run: time moves, then faults heal, then it is a deadlock.
void unstick() {
  if (queues.deadline_count > 0) {
    advance_time();
  } else if (!phase.healed) {
    heal();
  } else {
    end_deadlocked();
  }
}

Fiber& pick() {
  just_touched = false;
  for (;;) {
    just_touched |= phase.touched;
    check_touched();
    if (queues.awaiting_count > 0) look_at_awaiting();
    count_step(counters.steps);
    if (queues.runnable.size() == 0) {
      unstick();
      continue;
    }
    const std::uint32_t taken = take_option();
    if (taken < choice::option::kFibersMax) {
      Fiber& next = fiber(static_cast<FiberId>(taken));
      ++counters.steps;
      mix(taken + (static_cast<std::uint64_t>(next.pending.kind) << 8) +
          (static_cast<std::uint64_t>(next.pending.object) << 16));
      const bool preempts = &next != state.current && queues.runnable.contains(state.current->id);
      if (preempts) ++counters.preemptions;
      if (state.trace != nullptr) trace_step(next, counters.steps - 1, preempts);
      return next;
    }
    ++counters.steps;
    if (taken == choice::option::kAdvance) {
      advance_time();
    } else {
      fire_event(taken - choice::option::kFirstEvent);
    }
  }
}

// Nothing but this fiber can happen: no choice, no switch.
bool alone() {
  return queues.awaiting_count == 0 && queues.deadline_count == 0 && state.trace == nullptr &&
         !phase.touched && phase.events == 0 && !phase.healed && queues.runnable.size() == 1 &&
         !queues.every_point;
}

}  // namespace

void run_next() {
  Fiber& next = pick();
  if (&next == state.current) return;
  ++counters.switches;
  switch_to(next);
}

void point(const Operation& operation) {
  if (state.searching) graph::outside_the_model(operation);
  Fiber& self = *state.current;
  announce(self, operation);
  if (alone()) {
    count_step(counters.steps);
    ++counters.steps;
    mix(self.id + (static_cast<std::uint64_t>(operation.kind) << 8) +
        (static_cast<std::uint64_t>(operation.object) << 16));
    return;
  }
  run_next();
}

void point_lock(const Operation& operation, const memory::Object& lock, bool shared,
                std::int64_t deadline_ns) {
  Fiber& self = *state.current;
  announce(self, operation);
  self.timed_out = false;
  self.wait = Wait::lock;
  self.wanted = &lock;
  self.wanted_shared = shared;
  ++lock.wanting;
  if (!can_take(lock, shared)) {
    set_deadline(self, deadline_ns);
    set_blocked(self);
  }
  run_next();
  set_deadline(self, -1);
  --lock.wanting;
  self.wait = Wait::none;
  self.wanted = nullptr;
  if (can_take(lock, shared)) self.timed_out = false;
}

void plain_loop() {
  KernelScope scope;
  point({.kind = OperationKind::yield});
}

void fiber_over() {
  if (state.searching) graph::thread_over();
  retire(*state.current, Fiber::State::finished);
  Fiber& next = pick();
  ++counters.switches;
  switch_to(next);
  __builtin_unreachable();
}

bool deadlines_pending() { return queues.deadline_count > 0; }

std::uint64_t progress_mark() { return (counters.steps << 20) + state.plain_run; }

void reset_scheduler(const Setup& setup) {
  counters = Counters{};
  queues.runnable = queues.awaiting = choice::FiberSet{};
  queues.awaiting_count = queues.deadline_count = 0;
  queues.every_point = !setup.search && setup.choices->sees_every_point();
  eager_timers = setup.eager_timers;
  state.plain_run = 0;
}

}  // namespace tidemark::sim::kernel
