// SPDX-License-Identifier: MIT
// Spin locks: a mutex that reports a wait of its owner for itself, and nothing else.
#include <errno.h>
#include <pthread.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/memory/object.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

memory::Object& spin_object(pthread_spinlock_t* at, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  kernel::check_heap(address, sizeof *at, pc);
  memory::Object& found = memory::object_at(address, memory::ObjectKind::mutex);
  if (found.size == 0) {
    found.size = sizeof *at;
    found.made_at = pc;
  }
  return found;
}

int take(memory::Object& object) {
  object.owner = state.current->id;
  memory::acquire(object);
  kernel::lock_changed(object);
  return 0;
}

int lock(pthread_spinlock_t* at, bool trying, std::uintptr_t pc) {
  memory::Object& object = spin_object(at, pc);
  if (trying) {
    kernel::point({.kind = OperationKind::try_lock, .object = object.id, .pc = pc});
    return object.owner == memory::kNobody ? take(object) : EBUSY;
  }
  if (object.owner == state.current->id) {
    misuse("a spin lock is locked again by its owner, which spins for ever:", pc);
  }
  kernel::point_lock({.kind = OperationKind::lock, .object = object.id, .pc = pc}, object, false);
  return take(object);
}

int unlock(pthread_spinlock_t* at, std::uintptr_t pc) {
  memory::Object& object = spin_object(at, pc);
  if (object.owner != state.current->id) {
    misuse("a spin lock that this thread does not hold is unlocked", pc);
  }
  kernel::point({.kind = OperationKind::unlock, .object = object.id, .pc = pc});
  object.owner = memory::kNobody;
  memory::release(object);
  kernel::lock_changed(object);
  return 0;
}

void forget(pthread_spinlock_t* at) {
  memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::mutex);
}

}  // namespace

TIDEMARK_DOOR int pthread_spin_init(pthread_spinlock_t* at, int shared) noexcept {
  if (state.live) {
    KernelScope scope;
    forget(at);
  }
  return TIDEMARK_REAL(pthread_spin_init)(at, shared);
}

TIDEMARK_DOOR int pthread_spin_destroy(pthread_spinlock_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_spin_destroy)(at);
  KernelScope scope;
  if (spin_object(at, TIDEMARK_CALLER).owner != memory::kNobody) {
    misuse("a locked spin lock is destroyed", TIDEMARK_CALLER);
  }
  forget(at);
  return 0;
}

TIDEMARK_DOOR int pthread_spin_lock(pthread_spinlock_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_spin_lock)(at);
  KernelScope scope;
  return lock(at, false, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_spin_trylock(pthread_spinlock_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_spin_trylock)(at);
  KernelScope scope;
  return lock(at, true, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_spin_unlock(pthread_spinlock_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_spin_unlock)(at);
  KernelScope scope;
  return unlock(at, TIDEMARK_CALLER);
}
