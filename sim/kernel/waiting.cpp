// SPDX-License-Identifier: MIT
// What fibers wait for, and what wakes them.
#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/queues.hpp"
#include "tidemark/sim/kernel/recorder.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

// Wakes a fiber that waited for an event. One that waited on a condition wants its mutex first.
void wake(Fiber& sleeper) {
  set_deadline(sleeper, -1);
  if (sleeper.wait == Wait::await) {
    queues.awaiting.erase(sleeper.id);
    --queues.awaiting_count;
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
    queues.pending[sleeper.id] = view_of(sleeper.pending);
    if (!can_take(*lock, false)) return;
  }
  make_runnable(sleeper);
}

choice::PendingView::Reach reach_of(OperationKind kind) {
  using Reach = choice::PendingView::Reach;
  switch (kind) {
    case OperationKind::start:
    case OperationKind::fence:
    case OperationKind::create:
    case OperationKind::sleep:
    case OperationKind::yield:
    case OperationKind::clock: return Reach::nothing;
    case OperationKind::load:
    case OperationKind::store:
    case OperationKind::read_modify_write:
    case OperationKind::compare_exchange:
    case OperationKind::lock:
    case OperationKind::try_lock:
    case OperationKind::timed_lock:
    case OperationKind::unlock:
    case OperationKind::lock_shared:
    case OperationKind::try_lock_shared:
    case OperationKind::unlock_shared:
    case OperationKind::notify_one:
    case OperationKind::notify_all:
    case OperationKind::futex_wait:
    case OperationKind::futex_wake:
    case OperationKind::semaphore_wait:
    case OperationKind::semaphore_post:
    case OperationKind::barrier_wait: return Reach::place;
    case OperationKind::step:
    case OperationKind::await: return Reach::world;
    // Of two objects (a condition's wait gives its mutex back), or on what another thread is.
    default: return Reach::everything;
  }
}

}  // namespace

choice::PendingView view_of(const Operation& operation) {
  // Sixteen bytes: the widest atomic, and the futex that is the word of one.
  constexpr int kPlaceBits = 4;
  choice::PendingView view{.object = operation.object, .writes = writes(operation.kind)};
  view.reach = reach_of(operation.kind);
  const memory::Object* object = memory::object_of(operation.object);
  if (object != nullptr) view.place = object->address >> kPlaceBits;
  return view;
}

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

void look_at_awaiting() {
  const Mode saved = state.mode;
  set_mode(Mode::world);
  const choice::FiberSet waiting = queues.awaiting;
  const std::uint32_t count = queues.awaiting_count;
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
  // Once the other is over it stays so.
  queues.pending[self.id].reach = choice::PendingView::Reach::nothing;
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
      queues.awaiting.insert(self.id);
      ++queues.awaiting_count;
      set_deadline(self, deadline_ns);
      set_blocked(self);
    }
    run_next();
    if (ready(context)) return true;
    if (self.timed_out) return false;
  }
}

void make_runnable(Fiber& fiber) {
  fiber.state = Fiber::State::runnable;
  queues.runnable.insert(fiber.id);
}

void retire(Fiber& gone, Fiber::State how) {
  set_deadline(gone, -1);
  if (gone.wait == Wait::await) {
    queues.awaiting.erase(gone.id);
    --queues.awaiting_count;
  }
  if (gone.wait == Wait::lock && gone.wanted != nullptr) --gone.wanted->wanting;
  gone.wait = Wait::none;
  gone.then_lock = nullptr;
  gone.state = how;
  queues.runnable.erase(gone.id);
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.state == Fiber::State::blocked && each.wait == Wait::join && each.joining == gone.id) {
      make_runnable(each);
    }
  }
}

}  // namespace tidemark::sim::kernel
