// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/choice/choice.hpp"
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/kernel/operation.hpp"

/// What a fake, a model or the world may ask of the kernel inside an execution.
///
/// Code of these layers is not instrumented. It enters host mode first (`HostMode`): the detectors
/// are silent and `malloc` takes from the world's memory, which outlives a crash and is dropped at
/// the end of the execution. A fiber may be switched away, or abandoned by a crash, at every
/// `step`, `await` and `choose`-free wait below and nowhere else: state has to be consistent there,
/// and a frame may own nothing but world memory.
// The kernel hides everything but this.
#pragma GCC visibility push(default)
namespace tidemark::sim::kernel {

/// True inside an execution (on a fiber), whatever the mode.
bool in_execution();

/// True in a run of the exhaustive search. What a fake changes outside of a `step` has no place in
/// an execution graph: it needs one then.
bool searching();

/// Enters host mode for a scope; nests.
class HostMode {
 public:
  HostMode();
  ~HostMode();
  HostMode(const HostMode&) = delete;
  HostMode& operator=(const HostMode&) = delete;

 private:
  std::uint32_t saved_;
};

/// Goes back to guest mode inside a host scope, to call into instrumented code.
class GuestMode {
 public:
  GuestMode();
  ~GuestMode();
  GuestMode(const GuestMode&) = delete;
  GuestMode& operator=(const GuestMode&) = delete;

 private:
  std::uint32_t saved_;
};

/// `malloc` takes from the host's heap for a scope: for what has to outlive the execution.
class HostHeap {
 public:
  HostHeap();
  ~HostHeap();
  HostHeap(const HostHeap&) = delete;
  HostHeap& operator=(const HostHeap&) = delete;

 private:
  std::uint32_t saved_;
};

/// Gives a fake a logical object: an id for choices, hashes and traces, and a vector clock. `name`
/// is copied (31 characters).
ObjectId create_object(const char* name);

/// A scheduling point, then one atomic step on `object`: orders this fiber after every earlier step
/// on the object, and later ones after it (acquire and release). `label` is a literal. `pc` is
/// filled by the kernel with the innermost instrumented caller.
void step(ObjectId object, const char* label);

/// Blocks the fiber until `ready(context)` holds, or until `deadline_ns` (virtual; negative: none).
/// `ready` is called in host mode on any fiber's stack, after every step of the execution: it must
/// be quick, must not block and must not change anything. The fiber is ordered after the step that
/// made it true. Returns false when the deadline came first.
bool await(ObjectId object, const char* label, bool (*ready)(void*), void* context,
           std::int64_t deadline_ns = -1);

/// Asks the choice stream. `count` at least 1; with 1 nothing is recorded. Not a scheduling point.
std::uint64_t choose(choice::Kind kind, std::uint64_t count);

/// Adds to the rolling hash: every effect of a fake that is not visible as a step's object.
void hash(std::uint64_t value);

/// Virtual monotonic time in nanoseconds.
std::int64_t now_ns();

/// Sets how far a process' wall clock is from the world's; a jump is a call with another value.
void set_wall_offset(ProcessId process, std::int64_t offset_ns);

/// The process of the running fiber, and the fiber.
ProcessId current_process();
FiberId current_fiber();

/// A new process, with no fiber yet. `name` is copied.
ProcessId create_process(const char* name);

/// Starts a fiber in a process; `entry(argument)` runs in guest mode when `guest`, else in host
/// mode.
FiberId spawn(ProcessId process, const char* name, void (*entry)(void*), void* argument,
              bool guest);

/// Ends every fiber of a process where it stands: nothing is unwound, no destructor runs. Called by
/// an event, or by a fiber of another process. The instrumented module's globals are restored if no
/// other process lives. A process may spawn again afterwards: that is its restart.
void crash(ProcessId process);

/// Ends the process of the running fiber as `exit` would: its other fibers are abandoned too, and
/// what it leaves behind is looked at (leaks, detached threads). Only the main fiber's end, or the
/// program's own exit, calls this. Does not return.
[[noreturn]] void end_process();

/// The same as `_exit` would: nobody asks what is left.
[[noreturn]] void end_process_at_once();

/// True while a fiber of the process is neither finished nor crashed.
bool alive(ProcessId process);

/// An event: something outside the threads that may happen at any scheduling point (a crash, a jump
/// of a clock, a dropped connection). `fire` runs in host mode on the running fiber's stack and may
/// crash that fiber's process. Disabled when created; at most `kEventsMax` in an execution.
using EventId = std::uint32_t;
EventId create_event(const char* name, void (*fire)(void*), void* context);
void enable(EventId event, bool enabled);

/// Called once when the faulty phase ends: events are disabled by the kernel, fakes stop failing.
void on_heal(void (*heal)(void*), void* context);
bool healed();

/// Called after every step in which `touch` was called, in host mode: where properties are checked.
void on_touched(void (*check)(void*), void* context);
void touch();

/// A note for the trace; costs nothing when there is none. `text` is copied. See `tracing`.
void note(NoteKind kind, const char* text);
bool tracing();

/// Ends the execution with a violation. Strings are copied. Does not return.
[[noreturn]] void fail(Category category, const char* property, const char* message);

/// Ends the execution as held. Does not return.
[[noreturn]] void finish();

}  // namespace tidemark::sim::kernel
#pragma GCC visibility pop
