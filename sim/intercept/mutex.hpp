// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>
#include <time.h>

#include <cstdint>

#include "tidemark/sim/memory/object.hpp"

namespace tidemark::sim::intercept {

/// A mutex of the world: its object, with the type its memory names at first touch.
memory::Object& mutex_object(pthread_mutex_t* mutex, std::uintptr_t pc);

/// Lock, try, or lock until a virtual deadline; results as of pthreads.
int lock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);
int try_lock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);
int lock_mutex_until(pthread_mutex_t* mutex, std::int64_t deadline_ns, std::uintptr_t pc);
int unlock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);

/// Forgets a mutex; ends the execution as misuse where it is locked.
void destroy_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);

/// Gives a mutex back without a scheduling point, whatever its recursion, and takes it again: what
/// a wait on a condition does. `surrender` returns the recursion to take it again with.
std::uint32_t surrender_mutex(memory::Object& mutex);
void retake_mutex(memory::Object& mutex, std::uint32_t count);

/// A point in time of one of the system's clocks as a virtual monotonic deadline.
std::int64_t deadline_of(clockid_t clock, const timespec* when);

/// A span of time in nanoseconds.
std::int64_t nanoseconds(const timespec* span);

}  // namespace tidemark::sim::intercept
