// SPDX-License-Identifier: MIT
// Unnamed semaphores of POSIX.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"
#include "tidemark/sim/kernel/heap.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

int failed(int error) {
  errno = error;
  return -1;
}

memory::Object& semaphore_object(sem_t* at, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  kernel::check_heap(address, sizeof *at, pc);
  memory::Object& found = memory::object_at(address, memory::ObjectKind::semaphore);
  if (found.size == 0) {
    found.size = 8;
    found.made_at = pc;
    int value = 0;
    TIDEMARK_REAL(sem_getvalue)(at, &value);
    found.count = static_cast<std::uint32_t>(value);
  }
  return found;
}

int wait(sem_t* at, bool trying, std::int64_t deadline_ns, std::uintptr_t pc) {
  memory::Object& object = semaphore_object(at, pc);
  if (state.searching) {
    const bool waits = !trying && deadline_ns < 0;
    const auto action = waits ? graph::Action::take_one : graph::Action::try_take_one;
    const auto order = memory::Order::acquire;
    if (graph::read(object, {.action = action, .success = order, .pc = pc}).wrote) return 0;
    return failed(trying ? EAGAIN : ETIMEDOUT);
  }
  kernel::point({.kind = OperationKind::semaphore_wait, .object = object.id, .pc = pc});
  if (object.count == 0 && trying) return failed(EAGAIN);
  while (object.count == 0) {
    if (!kernel::block(object.id, deadline_ns) && object.count == 0) return failed(ETIMEDOUT);
  }
  --object.count;
  memory::acquire(object);
  return 0;
}

int post(sem_t* at, std::uintptr_t pc) {
  memory::Object& object = semaphore_object(at, pc);
  if (state.searching) {
    graph::read(
        object,
        {.action = graph::Action::add, .operand = 1, .success = memory::Order::release, .pc = pc});
    return 0;
  }
  kernel::point({.kind = OperationKind::semaphore_post, .object = object.id, .pc = pc});
  if (object.count == SEM_VALUE_MAX) return failed(EOVERFLOW);
  ++object.count;
  memory::release(object);
  kernel::wake_all(object.id);
  return 0;
}

}  // namespace

TIDEMARK_DOOR int sem_init(sem_t* at, int shared, unsigned value) noexcept {
  if (state.live) {
    KernelScope scope;
    memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::semaphore);
  }
  return TIDEMARK_REAL(sem_init)(at, shared, value);
}

TIDEMARK_DOOR int sem_destroy(sem_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(sem_destroy)(at);
  KernelScope scope;
  const memory::Object& object = semaphore_object(at, TIDEMARK_CALLER);
  if (kernel::waiters(object.id) > 0) {
    misuse("a semaphore is destroyed while a thread waits on it,", TIDEMARK_CALLER);
  }
  memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::semaphore);
  return 0;
}

TIDEMARK_DOOR int sem_wait(sem_t* at) {
  if (!state.live) return TIDEMARK_REAL(sem_wait)(at);
  KernelScope scope;
  return wait(at, false, -1, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int sem_trywait(sem_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(sem_trywait)(at);
  KernelScope scope;
  return wait(at, true, -1, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int sem_timedwait(sem_t* at, const timespec* when) {
  if (!state.live) return TIDEMARK_REAL(sem_timedwait)(at, when);
  KernelScope scope;
  return wait(at, false, deadline_of(CLOCK_REALTIME, when), TIDEMARK_CALLER);
}

TIDEMARK_DOOR int sem_clockwait(sem_t* at, clockid_t clock, const timespec* when) {
  if (!state.live) return TIDEMARK_REAL(sem_clockwait)(at, clock, when);
  KernelScope scope;
  return wait(at, false, deadline_of(clock, when), TIDEMARK_CALLER);
}

TIDEMARK_DOOR int sem_post(sem_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(sem_post)(at);
  KernelScope scope;
  return post(at, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int sem_getvalue(sem_t* at, int* value) noexcept {
  if (!state.live) return TIDEMARK_REAL(sem_getvalue)(at, value);
  KernelScope scope;
  const memory::Object& object = semaphore_object(at, TIDEMARK_CALLER);
  kernel::point({.kind = OperationKind::load, .object = object.id, .pc = TIDEMARK_CALLER});
  *value = static_cast<int>(object.count);
  return 0;
}
