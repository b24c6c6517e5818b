// SPDX-License-Identifier: MIT
// Condition variables. A wait gives the mutex back and blocks in one step; whoever is woken, or
// times out, wants the mutex again before the wait returns.
#include <errno.h>
#include <pthread.h>

#include "tidemark/sim/graph/effect.hpp"
#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/intercept/condition.hpp"
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"
#include "tidemark/sim/kernel/heap.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

memory::Object& condition_object(pthread_cond_t* condition, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(condition);
  kernel::check_heap(address, sizeof *condition, pc);
  memory::Object& found = memory::object_at(address, memory::ObjectKind::condition);
  if (found.size == 0) {
    found.size = 8;
    found.made_at = pc;
  }
  return found;
}

}  // namespace

namespace tidemark::sim::intercept {

namespace {

// Enlisting, giving the mutex back, being woken and taking it again are events of their own: a
// notification falls between any two of them.
int wait_in_graph(memory::Object& condition, memory::Object& lock, std::int64_t deadline_ns,
                  std::uintptr_t pc) {
  using memory::Order;
  if (lock.owner != state.current->id) {
    misuse("a condition is waited on without holding the mutex", pc);
  }
  if (deadline_ns >= 0) graph::outside_the_model({.kind = OperationKind::timed_wait, .pc = pc});
  const std::uint64_t mine = std::uint64_t{1} << state.current->id;
  const std::uint32_t count = lock.count;
  graph::read(condition, {.action = graph::Action::enlist, .operand = mine, .pc = pc});
  lock.owner = memory::kNobody;
  lock.count = 0;
  graph::write(lock, graph::kFree, Order::release, pc);
  graph::wait_until_woken(condition, pc);
  graph::read(lock, {.action = graph::Action::lock, .success = Order::acquire, .pc = pc});
  lock.owner = state.current->id;
  lock.count = count;
  return 0;
}

}  // namespace

int wait_on_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, std::int64_t deadline_ns,
                      std::uintptr_t pc) {
  memory::Object& waited = condition_object(condition, pc);
  memory::Object& lock = mutex_object(mutex, pc);
  if (state.searching) return wait_in_graph(waited, lock, deadline_ns, pc);
  const auto kind = deadline_ns < 0 ? OperationKind::wait : OperationKind::timed_wait;
  kernel::point({.kind = kind, .object = waited.id, .pc = pc});
  if (lock.owner != state.current->id) {
    misuse("a condition is waited on without holding the mutex", pc);
  }
  if (waited.partner != nullptr && waited.partner != &lock && kernel::waiters(waited.id) > 0) {
    misuse("one condition is waited on with two mutexes at a time", pc);
  }
  waited.partner = &lock;
  const std::uint32_t count = surrender_mutex(lock);
  state.current->then_lock = &lock;
  const bool woken = kernel::block(waited.id, deadline_ns);
  retake_mutex(lock, count);
  return woken ? 0 : ETIMEDOUT;
}

int notify_condition(pthread_cond_t* condition, bool all, std::uintptr_t pc) {
  const auto kind = all ? OperationKind::notify_all : OperationKind::notify_one;
  memory::Object& notified = condition_object(condition, pc);
  if (state.searching) {
    const auto action = all ? graph::Action::notify_all : graph::Action::notify_one;
    graph::read(notified, {.action = action, .pc = pc});
    return 0;
  }
  kernel::point({.kind = kind, .object = notified.id, .pc = pc});
  if (all) {
    kernel::wake_all(notified.id);
  } else {
    kernel::wake_one(notified.id);
  }
  return 0;
}

void destroy_condition(pthread_cond_t* condition, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(condition);
  const memory::Object* object = memory::find_object(address, memory::ObjectKind::condition);
  if (object == nullptr) return;
  if (kernel::waiters(object->id) > 0) {
    misuse("a condition is destroyed while a thread waits on it,", pc);
  }
  memory::forget_object(address, memory::ObjectKind::condition);
}

}  // namespace tidemark::sim::intercept

namespace {

// Which clock a condition's absolute times are of: a bit of glibc's own layout, which
// pthread_cond_init has set from the attributes.
clockid_t clock_of(const pthread_cond_t* condition) {
  constexpr unsigned kMonotonicBit = 2;
  return (condition->__data.__wrefs & kMonotonicBit) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

}  // namespace

TIDEMARK_DOOR int pthread_cond_init(pthread_cond_t* condition,
                                    const pthread_condattr_t* attributes) noexcept {
  if (state.live) {
    KernelScope scope;
    memory::forget_object(reinterpret_cast<std::uintptr_t>(condition),
                          memory::ObjectKind::condition);
  }
  return TIDEMARK_REAL(pthread_cond_init)(condition, attributes);
}

TIDEMARK_DOOR int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_cond_destroy)(condition);
  KernelScope scope;
  destroy_condition(condition, TIDEMARK_CALLER);
  return 0;
}

TIDEMARK_DOOR int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!state.live) return TIDEMARK_REAL(pthread_cond_wait)(condition, mutex);
  KernelScope scope;
  return wait_on_condition(condition, mutex, -1, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                         const timespec* when) {
  if (!state.live) return TIDEMARK_REAL(pthread_cond_timedwait)(condition, mutex, when);
  KernelScope scope;
  return wait_on_condition(condition, mutex, deadline_of(clock_of(condition), when),
                           TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                         clockid_t clock, const timespec* when) {
  if (!state.live) return TIDEMARK_REAL(pthread_cond_clockwait)(condition, mutex, clock, when);
  KernelScope scope;
  return wait_on_condition(condition, mutex, deadline_of(clock, when), TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_cond_signal)(condition);
  KernelScope scope;
  return notify_condition(condition, false, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_cond_broadcast)(condition);
  KernelScope scope;
  return notify_condition(condition, true, TIDEMARK_CALLER);
}
