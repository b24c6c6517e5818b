// SPDX-License-Identifier: MIT
// Locks that a library builds itself and tells ThreadSanitizer of. What lies between the two calls
// around an operation is the lock's own doing: its plain accesses are not watched, its atomics
// order what they order. The lock itself orders as a reader-writer lock does.
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/ignored.hpp"
#include "tidemark/sim/memory/object.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

constexpr unsigned kReadLock = 1 << 3;
constexpr unsigned kTryLockFailed = 1 << 5;
constexpr unsigned kRecursiveLock = 1 << 6;
constexpr unsigned kRecursiveUnlock = 1 << 7;

memory::Object& lock_at(void* at) {
  return memory::object_at(reinterpret_cast<std::uintptr_t>(at),
                           memory::ObjectKind::annotated_mutex);
}

void locked(void* at, bool shared, std::uint32_t levels) {
  if (!state.live) return;
  KernelScope scope;
  memory::Object& lock = lock_at(at);
  memory::acquire(lock);
  if (shared) return;
  if (lock.released_by_readers != nullptr) {
    memory::join(state.current->clock, *lock.released_by_readers);
  }
  lock.count += levels;
}

// Returns how many levels were given back.
std::uint32_t unlocked(void* at, bool shared, bool all) {
  if (!state.live) return 0;
  KernelScope scope;
  memory::Object& lock = lock_at(at);
  if (shared) {
    lock.released_by_readers = memory::pooled_join(lock.released_by_readers, state.current->clock);
    memory::raise_tick();
    return 0;
  }
  const std::uint32_t levels = all || lock.count == 0 ? lock.count : 1;
  lock.count -= levels;
  if (lock.count == 0) memory::release(lock);
  return levels;
}

void forget(void* at) {
  if (!state.live) return;
  KernelScope scope;
  memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::annotated_mutex);
}

}  // namespace

TIDEMARK_DOOR void __tsan_mutex_create(void* at, unsigned) { forget(at); }
TIDEMARK_DOOR void __tsan_mutex_destroy(void* at, unsigned) { forget(at); }

TIDEMARK_DOOR void __tsan_mutex_pre_lock(void*, unsigned) { ignore_accesses(1); }
TIDEMARK_DOOR void __tsan_mutex_post_lock(void* at, unsigned flags, int recursion) {
  ignore_accesses(-1);
  if ((flags & kTryLockFailed) != 0) return;
  const bool several = (flags & kRecursiveLock) != 0 && recursion > 0;
  locked(at, (flags & kReadLock) != 0, several ? static_cast<std::uint32_t>(recursion) : 1);
}

TIDEMARK_DOOR int __tsan_mutex_pre_unlock(void* at, unsigned flags) {
  const std::uint32_t levels =
      unlocked(at, (flags & kReadLock) != 0, (flags & kRecursiveUnlock) != 0);
  ignore_accesses(1);
  return static_cast<int>(levels);
}
TIDEMARK_DOOR void __tsan_mutex_post_unlock(void*, unsigned) { ignore_accesses(-1); }

TIDEMARK_DOOR void __tsan_mutex_pre_signal(void*, unsigned) { ignore_accesses(1); }
TIDEMARK_DOOR void __tsan_mutex_post_signal(void*, unsigned) { ignore_accesses(-1); }
TIDEMARK_DOOR void __tsan_mutex_pre_divert(void*, unsigned) { ignore_accesses(-1); }
TIDEMARK_DOOR void __tsan_mutex_post_divert(void*, unsigned) { ignore_accesses(1); }

// The older names for the same.
TIDEMARK_DOOR void AnnotateRWLockCreate(const char*, int, const volatile void* at) {
  forget(const_cast<void*>(at));
}
TIDEMARK_DOOR void AnnotateRWLockCreateStatic(const char*, int, const volatile void* at) {
  forget(const_cast<void*>(at));
}
TIDEMARK_DOOR void AnnotateRWLockDestroy(const char*, int, const volatile void* at) {
  forget(const_cast<void*>(at));
}
TIDEMARK_DOOR void AnnotateRWLockAcquired(const char*, int, const volatile void* at, long writer) {
  locked(const_cast<void*>(at), writer == 0, 1);
}
TIDEMARK_DOOR void AnnotateRWLockReleased(const char*, int, const volatile void* at, long writer) {
  unlocked(const_cast<void*>(at), writer == 0, false);
}
