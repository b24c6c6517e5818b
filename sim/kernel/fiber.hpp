// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/operation.hpp"
#include "tidemark/sim/memory/vector_clock.hpp"

namespace tidemark::sim::kernel {

struct Process;
struct CallStack;
}  // namespace tidemark::sim::kernel
namespace tidemark::sim::memory {
struct Object;
}
namespace tidemark::sim::kernel {

/// Whose code a fiber runs, which decides what the hooks do and where `malloc` takes from.
enum class Mode : std::uint8_t {
  guest,  ///< instrumented code: hooks act, blocks come from the arena
  world,  ///< a fake, a model, the kernel: hooks are silent, blocks come from the world's memory
  host,   ///< the same, but blocks outlive the execution
};

/// Why a blocked fiber does not run.
enum class Wait : std::uint8_t {
  none,
  object,  ///< until somebody wakes the object it announced
  lock,    ///< until the object can be locked
  join,    ///< until another fiber has finished
  await,   ///< until a predicate holds
  sleep,   ///< until its deadline
};

/// A destructor of a `thread_local`, newest first.
struct ThreadDestructor {
  void (*run)(void*);
  void* object;
  ThreadDestructor* next;
};

/// One logical thread. Lives in a static table; its id is its index and its stack slot.
struct Fiber {
  enum class State : std::uint8_t { runnable, blocked, finished, crashed };

  void* context = nullptr;            ///< fcontext while it does not run
  std::uintptr_t thread_pointer = 0;  ///< FS base of the real thread whose TLS it borrows
  FiberId id = 0;
  State state = State::finished;
  Mode mode = Mode::guest;
  Wait wait = Wait::none;
  bool timed_out = false;
  bool detached = false;
  bool by_program = false;     ///< a thread that the simulated code started
  std::uintptr_t made_at = 0;  ///< where it did
  FiberId made_by = 0;
  CallStack* made_stack = nullptr;  ///< of that place, while traced
  bool joined = false;
  bool has_release_fence = false;
  bool has_acquire_fence = false;
  std::uint8_t ignore_accesses = 0;
  Process* process = nullptr;
  Operation pending;
  std::int64_t deadline_ns = -1;  ///< virtual monotonic; -1 without
  FiberId joining = 0;
  const memory::Object* wanted = nullptr;  ///< the lock it waits for
  bool wanted_shared = false;
  const memory::Object* then_lock = nullptr;  ///< once woken, it wants this lock again

  bool (*ready)(void*) = nullptr;  ///< of an `await`
  void* ready_context = nullptr;

  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;

  memory::Tick tick = 1;            ///< own component of `clock`
  memory::WideClock clock;          ///< what happens before its next step
  memory::WideClock acquire_fence;  ///< what relaxed loads have seen and no fence has taken yet
  memory::WideClock release_fence;  ///< the clock at its last release fence

  ThreadDestructor* destructors = nullptr;
  void** keys = nullptr;  ///< thread-specific values, allocated at first use
  char name[32] = {};

  static constexpr std::size_t kStackDepthMax = 48;
  std::uintptr_t stack[kStackDepthMax];  ///< of the announced operation, only while traced
  std::size_t stack_depth = 0;

  bool live() const { return state == State::runnable || state == State::blocked; }
};

/// Starts a fresh fiber on the lowest unused slot; null when all are taken. It is runnable and has
/// announced its start.
Fiber* new_fiber(Process& process, const char* name);

/// The same on the slot of that id, which no fiber of this execution has had. A null name leaves it
/// to the caller to give one.
Fiber* new_fiber_as(FiberId id, Process& process, const char* name);

/// Forgets all fibers: the next execution begins.
void reset_fibers();

/// All fibers of the execution so far, by id.
extern Fiber fiber_table[];
extern std::size_t fibers_used;

/// How many fibers the execution has had so far.
inline std::size_t fiber_count() { return fibers_used; }
inline Fiber& fiber(FiberId id) { return fiber_table[id]; }

/// The fiber whose thread pointer is `handle` (a `pthread_t` of the world), or null.
Fiber* fiber_of(std::uintptr_t handle);

/// Jumps from the running context to `next`; returns when somebody jumps back.
void switch_to(Fiber& next);

/// Jumps from the running fiber to the host, never to return.
[[noreturn]] void leave_fiber();

/// Jumps from the host to `first`; returns after `leave_fiber`.
void enter_fiber(Fiber& first);

/// What a new fiber runs; defined by the scheduler.
[[noreturn]] void fiber_main(Fiber& self);

}  // namespace tidemark::sim::kernel
