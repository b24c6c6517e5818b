// SPDX-License-Identifier: MIT
#include "tidemark/sim/intercept/mutex.hpp"

#include <errno.h>

#include "tidemark/sim/graph/effect.hpp"
#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/intercept/plain.hpp"
#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/process.hpp"

namespace tidemark::sim::intercept {

namespace {

constexpr int kTypeMask = 3;  // PTHREAD_MUTEX_*_NP inside __kind

void take(memory::Object& mutex) {
  mutex.owner = state.current->id;
  mutex.count = 1;
  if (state.searching) return;
  memory::acquire(mutex);
  kernel::lock_changed(mutex);
}

// Takes a lock as an event of the graph; false if somebody else holds it and the action does not
// wait.
bool graph_lock(memory::Object& object, graph::Action action, std::uintptr_t pc) {
  return graph::read(object, {.action = action, .success = memory::Order::acquire, .pc = pc}).wrote;
}

// A second lock by the owner: what the type says, or a deadlock with oneself.
bool relock(memory::Object& mutex, bool trying, int& result, std::uintptr_t pc) {
  if (mutex.owner != state.current->id) return false;
  if (mutex.lock_type == PTHREAD_MUTEX_RECURSIVE) {
    ++mutex.count;
    result = 0;
    return true;
  }
  if (trying) {
    result = EBUSY;
    return true;
  }
  if (mutex.lock_type == PTHREAD_MUTEX_ERRORCHECK) {
    result = EDEADLK;
    return true;
  }
  misuse("a plain mutex is locked again by its owner, which waits for ever:", pc);
}

}  // namespace

memory::Object& mutex_object(pthread_mutex_t* mutex, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(mutex);
  kernel::check_heap(address, sizeof *mutex, pc);
  memory::Object& found = memory::object_at(address, memory::ObjectKind::mutex);
  if (found.size == 0) {
    found.size = 8;
    found.made_at = pc;
    found.lock_type = static_cast<std::uint8_t>(mutex->__data.__kind & kTypeMask);
  }
  return found;
}

int lock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  return lock_mutex_until(mutex, -1, pc);
}

int lock_mutex_until(pthread_mutex_t* mutex, std::int64_t deadline_ns, std::uintptr_t pc) {
  memory::Object& object = mutex_object(mutex, pc);
  int result = 0;
  if (relock(object, false, result, pc)) return result;
  if (state.searching) {
    const bool timed = deadline_ns >= 0;
    if (!graph_lock(object, timed ? graph::Action::try_lock : graph::Action::lock, pc)) {
      return ETIMEDOUT;
    }
    take(object);
    return 0;
  }
  const auto kind = deadline_ns < 0 ? OperationKind::lock : OperationKind::timed_lock;
  kernel::point_lock({.kind = kind, .object = object.id, .pc = pc}, object, false, deadline_ns);
  if (state.current->timed_out) return ETIMEDOUT;
  take(object);
  return 0;
}

int try_lock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  memory::Object& object = mutex_object(mutex, pc);
  int result = 0;
  if (relock(object, true, result, pc)) return result;
  if (state.searching) {
    if (!graph_lock(object, graph::Action::try_lock, pc)) return EBUSY;
    take(object);
    return 0;
  }
  kernel::point({.kind = OperationKind::try_lock, .object = object.id, .pc = pc});
  if (object.owner != memory::kNobody) return EBUSY;
  take(object);
  return 0;
}

int unlock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  memory::Object& object = mutex_object(mutex, pc);
  if (object.owner != state.current->id) {
    if (object.lock_type != PTHREAD_MUTEX_NORMAL) return EPERM;
    misuse(object.owner == memory::kNobody ? "a mutex that nobody holds is unlocked"
                                           : "a mutex that another thread holds is unlocked",
           pc);
  }
  if (object.count > 1) {
    --object.count;
    return 0;
  }
  if (state.searching) {
    object.count = 0;
    object.owner = memory::kNobody;
    graph::write(object, graph::kFree, memory::Order::release, pc);
    return 0;
  }
  kernel::point({.kind = OperationKind::unlock, .object = object.id, .pc = pc});
  surrender_mutex(object);
  return 0;
}

void destroy_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(mutex);
  const memory::Object* object = memory::find_object(address, memory::ObjectKind::mutex);
  if (object == nullptr) return;
  if (object->owner != memory::kNobody) misuse("a locked mutex is destroyed", pc);
  memory::forget_object(address, memory::ObjectKind::mutex);
}

std::uint32_t surrender_mutex(memory::Object& mutex) {
  const std::uint32_t count = mutex.count;
  mutex.count = 0;
  mutex.owner = memory::kNobody;
  memory::release(mutex);
  kernel::lock_changed(mutex);
  return count;
}

void retake_mutex(memory::Object& mutex, std::uint32_t count) {
  take(mutex);
  mutex.count = count;
}

std::int64_t nanoseconds(const timespec* span) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  constexpr std::int64_t kSecondsMax = INT64_MAX / kSecond - 1;
  if (span->tv_sec >= kSecondsMax) return INT64_MAX;
  return span->tv_sec * kSecond + span->tv_nsec;
}

std::int64_t deadline_of(clockid_t clock, const timespec* when) {
  std::int64_t at = nanoseconds(when);
  if (clock == CLOCK_REALTIME && at != INT64_MAX) {
    at -= kernel::kWallEpochNs + state.current->process->wall_offset_ns;
  }
  return at < 0 ? 0 : at;
}

}  // namespace tidemark::sim::intercept
