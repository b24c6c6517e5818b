// SPDX-License-Identifier: MIT
// Reader-writer locks. Readers order writers after them and are ordered after writers, not after
// one another.
#include <errno.h>
#include <pthread.h>

#include "tidemark/sim/graph/effect.hpp"
#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"
#include "tidemark/sim/kernel/heap.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

memory::Object& lock_object(pthread_rwlock_t* lock, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(lock);
  kernel::check_heap(address, sizeof *lock, pc);
  memory::Object& found = memory::object_at(address, memory::ObjectKind::shared_mutex);
  if (found.size == 0) {
    found.size = 8;
    found.made_at = pc;
  }
  return found;
}

int take(memory::Object& object, bool shared) {
  if (shared) {
    ++object.readers;
  } else {
    object.owner = state.current->id;
    if (object.released_by_readers != nullptr) {
      memory::join(state.current->clock, *object.released_by_readers);
    }
  }
  memory::acquire(object);
  kernel::lock_changed(object);
  return 0;
}

// As an event of the graph; `otherwise` where somebody else holds it and the action does not wait.
int lock_in_graph(memory::Object& object, bool shared, bool waits, int otherwise,
                  std::uintptr_t pc) {
  using graph::Action;
  const Action action = shared ? (waits ? Action::lock_shared : Action::try_lock_shared)
                               : (waits ? Action::lock : Action::try_lock);
  if (!graph::read(object, {.action = action, .success = memory::Order::acquire, .pc = pc}).wrote) {
    return otherwise;
  }
  if (shared) {
    ++object.readers;
  } else {
    object.owner = state.current->id;
  }
  return 0;
}

int lock(pthread_rwlock_t* at, bool shared, std::int64_t deadline_ns, std::uintptr_t pc) {
  memory::Object& object = lock_object(at, pc);
  if (object.owner == state.current->id) return EDEADLK;
  if (state.searching) return lock_in_graph(object, shared, deadline_ns < 0, ETIMEDOUT, pc);
  kernel::point_lock({.kind = shared ? OperationKind::lock_shared : OperationKind::lock,
                      .object = object.id,
                      .pc = pc},
                     object, shared, deadline_ns);
  if (state.current->timed_out) return ETIMEDOUT;
  return take(object, shared);
}

int try_lock(pthread_rwlock_t* at, bool shared, std::uintptr_t pc) {
  memory::Object& object = lock_object(at, pc);
  if (state.searching) return lock_in_graph(object, shared, false, EBUSY, pc);
  kernel::point({.kind = shared ? OperationKind::try_lock_shared : OperationKind::try_lock,
                 .object = object.id,
                 .pc = pc});
  if (object.owner != memory::kNobody || (!shared && object.readers > 0)) return EBUSY;
  return take(object, shared);
}

int unlock_in_graph(memory::Object& object, bool writer, std::uintptr_t pc) {
  if (writer) {
    object.owner = memory::kNobody;
    graph::write(object, graph::kFree, memory::Order::release, pc);
  } else {
    --object.readers;
    graph::read(object, {.action = graph::Action::subtract,
                         .operand = 1,
                         .success = memory::Order::release,
                         .pc = pc});
  }
  return 0;
}

int unlock(pthread_rwlock_t* at, std::uintptr_t pc) {
  memory::Object& object = lock_object(at, pc);
  const bool writer = object.owner == state.current->id;
  if (!writer && object.readers == 0) {
    misuse("a reader-writer lock that this thread does not hold is unlocked", pc);
  }
  if (state.searching) return unlock_in_graph(object, writer, pc);
  kernel::point({.kind = writer ? OperationKind::unlock : OperationKind::unlock_shared,
                 .object = object.id,
                 .pc = pc});
  if (writer) {
    object.owner = memory::kNobody;
    memory::release(object);
  } else {
    --object.readers;
    object.released_by_readers =
        memory::pooled_join(object.released_by_readers, state.current->clock);
    memory::raise_tick();
  }
  kernel::lock_changed(object);
  return 0;
}

}  // namespace

TIDEMARK_DOOR int pthread_rwlock_init(pthread_rwlock_t* lock,
                                      const pthread_rwlockattr_t* attributes) noexcept {
  if (state.live) {
    KernelScope scope;
    memory::forget_object(reinterpret_cast<std::uintptr_t>(lock), memory::ObjectKind::shared_mutex);
  }
  return TIDEMARK_REAL(pthread_rwlock_init)(lock, attributes);
}

TIDEMARK_DOOR int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_rwlock_destroy)(lock);
  KernelScope scope;
  const auto address = reinterpret_cast<std::uintptr_t>(lock);
  const memory::Object* object = memory::find_object(address, memory::ObjectKind::shared_mutex);
  if (object == nullptr) return 0;
  if (object->owner != memory::kNobody || object->readers > 0) {
    misuse("a held reader-writer lock is destroyed", TIDEMARK_CALLER);
  }
  memory::forget_object(address, memory::ObjectKind::shared_mutex);
  return 0;
}

TIDEMARK_DOOR int pthread_rwlock_unlock(pthread_rwlock_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_rwlock_unlock)(at);
  KernelScope scope;
  return unlock(at, TIDEMARK_CALLER);
}

#define TIDEMARK_RWLOCK(name, call, parameters, arguments)                  \
  TIDEMARK_DOOR int pthread_rwlock_##name parameters noexcept {             \
    if (!state.live) return TIDEMARK_REAL(pthread_rwlock_##name) arguments; \
    KernelScope scope;                                                      \
    return call;                                                            \
  }

TIDEMARK_RWLOCK(rdlock, lock(at, true, -1, TIDEMARK_CALLER), (pthread_rwlock_t * at), (at))
TIDEMARK_RWLOCK(wrlock, lock(at, false, -1, TIDEMARK_CALLER), (pthread_rwlock_t * at), (at))
TIDEMARK_RWLOCK(tryrdlock, try_lock(at, true, TIDEMARK_CALLER), (pthread_rwlock_t * at), (at))
TIDEMARK_RWLOCK(trywrlock, try_lock(at, false, TIDEMARK_CALLER), (pthread_rwlock_t * at), (at))
TIDEMARK_RWLOCK(timedrdlock, lock(at, true, deadline_of(CLOCK_REALTIME, when), TIDEMARK_CALLER),
                (pthread_rwlock_t * at, const timespec* when), (at, when))
TIDEMARK_RWLOCK(timedwrlock, lock(at, false, deadline_of(CLOCK_REALTIME, when), TIDEMARK_CALLER),
                (pthread_rwlock_t * at, const timespec* when), (at, when))
TIDEMARK_RWLOCK(clockrdlock, lock(at, true, deadline_of(clock, when), TIDEMARK_CALLER),
                (pthread_rwlock_t * at, clockid_t clock, const timespec* when), (at, clock, when))
TIDEMARK_RWLOCK(clockwrlock, lock(at, false, deadline_of(clock, when), TIDEMARK_CALLER),
                (pthread_rwlock_t * at, clockid_t clock, const timespec* when), (at, clock, when))
