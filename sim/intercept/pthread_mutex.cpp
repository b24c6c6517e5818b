// SPDX-License-Identifier: MIT
// Mutexes, as pthreads name them.
#include <errno.h>
#include <pthread.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

TIDEMARK_DOOR int pthread_mutex_init(pthread_mutex_t* mutex,
                                     const pthread_mutexattr_t* attributes) noexcept {
  if (state.live) {
    KernelScope scope;
    memory::forget_object(reinterpret_cast<std::uintptr_t>(mutex), memory::ObjectKind::mutex);
  }
  return TIDEMARK_REAL(pthread_mutex_init)(mutex, attributes);
}

TIDEMARK_DOOR int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_mutex_destroy)(mutex);
  KernelScope scope;
  destroy_mutex(mutex, TIDEMARK_CALLER);
  return 0;
}

TIDEMARK_DOOR int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_mutex_lock)(mutex);
  KernelScope scope;
  return lock_mutex(mutex, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_mutex_trylock)(mutex);
  KernelScope scope;
  return try_lock_mutex(mutex, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* when) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_mutex_timedlock)(mutex, when);
  KernelScope scope;
  return lock_mutex_until(mutex, deadline_of(CLOCK_REALTIME, when), TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                          const timespec* when) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_mutex_clocklock)(mutex, clock, when);
  KernelScope scope;
  return lock_mutex_until(mutex, deadline_of(clock, when), TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_mutex_unlock)(mutex);
  KernelScope scope;
  return unlock_mutex(mutex, TIDEMARK_CALLER);
}
