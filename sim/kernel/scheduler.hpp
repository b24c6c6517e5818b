// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/memory/object.hpp"

/// Scheduling: who runs next, and what a fiber waits for.
///
/// A scheduling point comes before each visible operation: the fiber announces what it is about to
/// do, and one choice decides who goes on. A fiber whose announced operation cannot be done (a held
/// lock, a thread that runs) is not offered. When the running fiber is picked there is no switch.
namespace tidemark::sim::kernel {

/// Announces an operation and returns when this fiber may do it.
void point(const Operation& operation);

/// Announces an operation on a lock; returns when it is picked and the lock is free, or, with a
/// deadline, when that has passed first (`Fiber::timed_out`).
void point_lock(const Operation& operation, const memory::Object& lock, bool shared,
                std::int64_t deadline_ns = -1);

/// To be called after a lock was taken or given back: disables or enables those who want it.
void offer_lock(const memory::Object& lock);
inline void lock_changed(const memory::Object& lock) {
  if (lock.wanting != 0) offer_lock(lock);
}

/// Blocks the running fiber on the object it announced until `wake_one`, `wake_all` or the
/// deadline.
/// Returns false when the deadline came first.
bool block(ObjectId object, std::int64_t deadline_ns);

/// Wakes fibers blocked on an object. `wake_one` asks the choice stream whom; returns how many.
std::uint32_t wake_one(ObjectId object);
std::uint32_t wake_all(ObjectId object);

/// How many fibers are blocked on an object.
std::uint32_t waiters(ObjectId object);

/// Blocks until another fiber has finished.
void wait_for_end(const Fiber& other, const Operation& operation);

/// Sleeps until a virtual deadline.
void sleep_until(std::int64_t deadline_ns, const Operation& operation);

/// Waits inside a fake; see `await` of the host interface.
bool await_ready(const Operation& operation, bool (*ready)(void*), void* context,
                 std::int64_t deadline_ns);

/// A plain access took `accesses` without a visible operation: a loop that waits for a plain
/// variable must not keep the others from running.
void plain_loop();

/// The running fiber is over: runs the next one, for ever.
[[noreturn]] void fiber_over();

/// Makes a fiber runnable, or ends it.
void make_runnable(Fiber& fiber);
void retire(Fiber& fiber, Fiber::State how);

/// A deadline lies ahead: reading the clock is then a visible operation.
bool deadlines_pending();

/// Grows with everything the world does: for the watchdog.
std::uint64_t progress_mark();

struct Counters {
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  std::uint64_t preemptions = 0;
};
extern Counters counters;

void reset_scheduler(const Setup& setup);

}  // namespace tidemark::sim::kernel
