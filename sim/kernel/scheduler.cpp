// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/scheduler.hpp"

#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/recorder.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/tracing.hpp"

namespace tidemark::sim::kernel {

Counters counters;

namespace {

choice::FiberSet runnable;
choice::FiberSet awaiting;
choice::PendingView pending[choice::option::kFibersMax];
std::uint32_t awaiting_count = 0;
std::uint32_t deadline_count = 0;
bool eager_timers = true;

constexpr std::uint64_t kFairStepsPerAdvance = 256;

bool writes(OperationKind kind) {
  return kind != OperationKind::load && kind != OperationKind::plain_read &&
         kind != OperationKind::clock;
}

void announce(Fiber& self, const Operation& operation) {
  self.pending = operation;
  pending[self.id] = {operation.object, writes(operation.kind)};
  state.plain_run = 0;
  if (state.trace != nullptr) capture_stack(self);
}

void set_deadline(Fiber& self, std::int64_t deadline_ns) {
  if (self.deadline_ns >= 0) --deadline_count;
  if (deadline_ns >= 0) ++deadline_count;
  self.deadline_ns = deadline_ns;
}

void set_blocked(Fiber& self) {
  self.state = Fiber::State::blocked;
  runnable.erase(self.id);
}

bool can_take(const memory::Object& lock, bool shared) {
  return lock.owner == memory::kNobody && (shared || lock.readers == 0);
}

// Wakes a fiber that waited for an event. One that waited on a condition wants its mutex first.
void wake(Fiber& sleeper) {
  set_deadline(sleeper, -1);
  if (sleeper.wait == Wait::await) {
    awaiting.erase(sleeper.id);
    --awaiting_count;
  }
  sleeper.wait = Wait::none;
  if (const memory::Object* lock = sleeper.then_lock) {
    sleeper.then_lock = nullptr;
    sleeper.wait = Wait::lock;
    sleeper.wanted = lock;
    sleeper.wanted_shared = false;
    ++lock->wanting;
    sleeper.pending.kind = OperationKind::lock;
    sleeper.pending.object = lock->id;
    pending[sleeper.id] = {lock->id, true};
    if (!can_take(*lock, false)) return;
  }
  make_runnable(sleeper);
}

// Time reaches the next deadline: whoever waited for it may run.
void advance_time() {
  std::int64_t next = INT64_MAX;
  const std::size_t count = fiber_count();
  for (std::size_t i = 0; i < count; ++i) {
    const Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.live() && each.deadline_ns >= 0 && each.deadline_ns < next) next = each.deadline_ns;
  }
  if (next > virtual_now_ns) virtual_now_ns = next;
  mix(static_cast<std::uint64_t>(virtual_now_ns));
  trace_time();
  for (std::size_t i = 0; i < count; ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (!each.live() || each.deadline_ns < 0 || each.deadline_ns > virtual_now_ns) continue;
    each.timed_out = true;
    if (each.wait == Wait::lock) {
      each.wait = Wait::none;  // no longer disabled by the lock
      set_deadline(each, -1);
      make_runnable(each);
    } else {
      wake(each);
    }
  }
}

// Fibers inside fakes whose condition the last step made true. They are ordered after that step.
void look_at_awaiting() {
  const Mode saved = state.mode;
  set_mode(Mode::world);
  const choice::FiberSet waiting = awaiting;
  const std::uint32_t count = awaiting_count;
  bool published = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    Fiber& each = fiber(static_cast<FiberId>(waiting.nth(i)));
    if (each.state != Fiber::State::blocked || !each.ready(each.ready_context)) continue;
    memory::join(each.clock, state.current->clock);
    published = true;
    wake(each);
  }
  if (published) memory::raise_tick();
  set_mode(saved);
}

std::uint32_t fair_choice() {
  const std::uint32_t count = runnable.size();
  const std::uint32_t after = state.current->id;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t id = runnable.nth(i);
    if (id > after) return id;
  }
  return runnable.nth(0);
}

std::uint32_t take_option() {
  const std::uint32_t count = runnable.size();
  if (phase.healed) {
    if (deadline_count > 0 && counters.steps % kFairStepsPerAdvance == 0) {
      return choice::option::kAdvance;
    }
    return fair_choice();
  }
  const bool can_advance = eager_timers && deadline_count > 0;
  const std::uint64_t events = phase.events;
  const std::uint32_t options = count + (can_advance ? 1 : 0) +
                                static_cast<std::uint32_t>(__builtin_popcountll(events));
  if (options == 1) return runnable.nth(0);
  choice::SchedulePoint at;
  at.runnable = runnable;
  at.current = state.current->id;
  at.can_advance = can_advance;
  at.events = events;
  at.step = counters.steps;
  at.pending = pending;
  return ask_schedule(at, options);
}

// Nothing can run: time moves, then faults heal, then it is a deadlock.
void unstick() {
  if (deadline_count > 0) {
    advance_time();
  } else if (!phase.healed) {
    heal();
  } else {
    end_deadlocked();
  }
}

Fiber& pick() {
  for (;;) {
    check_touched();
    if (awaiting_count > 0) look_at_awaiting();
    count_step(counters.steps);
    if (runnable.size() == 0) {
      unstick();
      continue;
    }
    const std::uint32_t taken = take_option();
    if (taken < choice::option::kFibersMax) {
      Fiber& next = fiber(static_cast<FiberId>(taken));
      ++counters.steps;
      mix(taken + (static_cast<std::uint64_t>(next.pending.kind) << 8) +
          (static_cast<std::uint64_t>(next.pending.object) << 16));
      const bool preempts = &next != state.current && runnable.contains(state.current->id);
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

void run_next() {
  Fiber& next = pick();
  if (&next == state.current) return;
  ++counters.switches;
  switch_to(next);
}

// Nothing but this fiber can happen: no choice, no switch.
bool alone() {
  return awaiting_count == 0 && deadline_count == 0 && state.trace == nullptr && !phase.touched &&
         phase.events == 0 && !phase.healed && runnable.size() == 1;
}

}  // namespace

void point(const Operation& operation) {
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

void offer_lock(const memory::Object& lock) {
  const std::size_t count = fiber_count();
  for (std::size_t i = 0; i < count; ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (!each.live() || each.wait != Wait::lock || each.wanted != &lock) continue;
    if (&each == state.current) continue;
    if (can_take(lock, each.wanted_shared)) {
      make_runnable(each);
    } else {
      set_blocked(each);
    }
  }
}

bool block(ObjectId object, std::int64_t deadline_ns) {
  Fiber& self = *state.current;
  self.pending.object = object;
  self.timed_out = false;
  self.wait = Wait::object;
  set_deadline(self, deadline_ns);
  set_blocked(self);
  run_next();
  if (self.wait == Wait::lock) {
    --self.wanted->wanting;
    self.wanted = nullptr;
    self.wait = Wait::none;
  }
  return !self.timed_out;
}

std::uint32_t waiters(ObjectId object) {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.state == Fiber::State::blocked && each.wait == Wait::object &&
        each.pending.object == object) {
      ++found;
    }
  }
  return found;
}

std::uint32_t wake_one(ObjectId object) {
  const std::uint32_t found = waiters(object);
  if (found == 0) return 0;
  std::uint64_t taken = phase.healed ? 0 : ask(choice::Kind::wake, found);
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.state != Fiber::State::blocked || each.wait != Wait::object ||
        each.pending.object != object) {
      continue;
    }
    if (taken-- == 0) {
      wake(each);
      return 1;
    }
  }
  return 0;
}

std::uint32_t wake_all(ObjectId object) {
  std::uint32_t woken = 0;
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.state == Fiber::State::blocked && each.wait == Wait::object &&
        each.pending.object == object) {
      wake(each);
      ++woken;
    }
  }
  return woken;
}

void wait_for_end(const Fiber& other, const Operation& operation) {
  Fiber& self = *state.current;
  announce(self, operation);
  if (other.live()) {
    self.wait = Wait::join;
    self.joining = other.id;
    set_blocked(self);
  }
  run_next();
  self.wait = Wait::none;
}

void sleep_until(std::int64_t deadline_ns, const Operation& operation) {
  Fiber& self = *state.current;
  announce(self, operation);
  self.wait = Wait::sleep;
  set_deadline(self, deadline_ns);
  set_blocked(self);
  run_next();
}

bool await_ready(const Operation& operation, bool (*ready)(void*), void* context,
                 std::int64_t deadline_ns) {
  Fiber& self = *state.current;
  announce(self, operation);
  for (;;) {
    self.timed_out = false;
    if (!ready(context)) {
      self.wait = Wait::await;
      self.ready = ready;
      self.ready_context = context;
      awaiting.insert(self.id);
      ++awaiting_count;
      set_deadline(self, deadline_ns);
      set_blocked(self);
    }
    run_next();
    if (ready(context)) return true;
    if (self.timed_out) return false;
  }
}

void plain_loop() {
  KernelScope scope;
  point({.kind = OperationKind::yield});
}

void fiber_over() {
  retire(*state.current, Fiber::State::finished);
  Fiber& next = pick();
  ++counters.switches;
  switch_to(next);
  __builtin_unreachable();
}

void make_runnable(Fiber& fiber) {
  fiber.state = Fiber::State::runnable;
  runnable.insert(fiber.id);
}

void retire(Fiber& gone, Fiber::State how) {
  set_deadline(gone, -1);
  if (gone.wait == Wait::await) {
    awaiting.erase(gone.id);
    --awaiting_count;
  }
  if (gone.wait == Wait::lock && gone.wanted != nullptr) --gone.wanted->wanting;
  gone.wait = Wait::none;
  gone.then_lock = nullptr;
  gone.state = how;
  runnable.erase(gone.id);
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.state == Fiber::State::blocked && each.wait == Wait::join &&
        each.joining == gone.id) {
      make_runnable(each);
    }
  }
}

bool deadlines_pending() { return deadline_count > 0; }

std::uint64_t progress_mark() { return (counters.steps << 20) + state.plain_run; }

void reset_scheduler(const Setup& setup) {
  counters = Counters{};
  runnable = awaiting = choice::FiberSet{};
  awaiting_count = deadline_count = 0;
  eager_timers = setup.eager_timers;
  state.plain_run = 0;
}

}  // namespace tidemark::sim::kernel
