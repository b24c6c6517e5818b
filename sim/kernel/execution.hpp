// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/choice/source.hpp"
#include "tidemark/sim/kernel/operation.hpp"

/// Running executions, as the explorer does it. Nothing here may be called inside one.
// The kernel hides everything but this.
#pragma GCC visibility push(default)
namespace tidemark::sim::kernel {

/// How an execution ended. The names are those of the report (docs: command line, `category`).
enum class Category : std::uint8_t {
  none,  ///< the body returned: nothing was violated
  property,
  assertion,
  abort,
  exit,
  exception,
  race,
  deadlock,
  wedge,
  max_steps,
  use_after_free,
  overrun,  ///< out of the bounds of a heap block, or of a stack
  double_free,
  leak,
  misuse,
  unsupported,  ///< the program asked for what the world cannot carry
  assume,       ///< an `assume` failed: the execution does not count
  diverged,     ///< a replay no longer matches the code
  internal,     ///< a fault of the harness itself
};

/// The word the report uses for a category ("property", "assert", "race", …).
const char* name_of(Category category);

struct Limits {
  /// Steps of the faulty phase; then faults heal and scheduling turns fair.
  std::uint64_t faulty_steps = 5000;
  /// Steps of the fair phase, within which everything has to settle.
  std::uint64_t fair_steps = 20000;
};

/// A place in the instrumented code; zero where none is known.
using ProgramCounter = std::uintptr_t;

/// Who called whom, innermost first.
struct CallStack {
  static constexpr std::size_t kDepthMax = 16;
  ProgramCounter places[kDepthMax] = {};
  std::size_t depth = 0;
};

/// What went wrong, in fixed storage of the kernel; valid until the next execution begins.
struct Failure {
  Category category = Category::none;
  char property[96] = {};   ///< the property by name; the category's word where none was named
  char message[1024] = {};  ///< one sentence with values
  /// Where it happened, and (race, heap) the other place. Then the threads of both.
  ProgramCounter where[2] = {};
  FiberId fibers[2] = {};
  std::size_t places = 0;
  /// Of these places, where the run was traced: the place itself may be in a library's header.
  CallStack stacks[2] = {};
  /// For `diverged`: the index of the choice, what was recorded and what was asked for.
  std::uint64_t choice_index = 0;
  choice::Choice expected;
  choice::Choice actual;
};

/// What a fiber was doing when the execution ended.
struct FiberView {
  FiberId id = 0;
  ProcessId process = 0;
  char name[32] = {};
  enum class State : std::uint8_t { runnable, blocked, finished, crashed } state{};
  Operation pending;
  std::int64_t deadline_ns = -1;  ///< -1 where it waits without one
};

/// One step, given to a `TraceSink` after the operation was chosen and before it is done.
struct StepView {
  std::uint64_t index = 0;  ///< zero-based
  FiberId fiber = 0;
  ProcessId process = 0;
  Operation operation;
  std::int64_t now_ns = 0;
  /// More than one option was open, and the running fiber could have gone on but another was taken.
  bool preemption = false;
  std::uint64_t hash = 0;  ///< the rolling hash after this step
  /// Call stack of the operation, innermost first; only filled for a sink that asks for stacks.
  const ProgramCounter* stack = nullptr;
  std::size_t stack_depth = 0;
};

/// Receives an execution as it runs. Called in host mode on a fiber's stack; what it allocates
/// under `HostHeap` outlives the execution.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual bool wants_stacks() const { return false; }
  virtual void on_step(const StepView& step) = 0;
  /// The value an operation produced, after it was done: loads, stores, RMW, outcomes of a wait.
  virtual void on_value(FiberId fiber, std::uint64_t value) = 0;
  /// Something worth a row that is not a step: a fake's note, a crash, a fault, time moving.
  virtual void on_note(FiberId fiber, NoteKind kind, const char* text) = 0;
};

/// One execution to run.
struct Setup {
  void (*body)(void*) = nullptr;  ///< runs on fiber 0, in guest mode
  void* argument = nullptr;
  choice::Source* choices = nullptr;
  Limits limits;
  TraceSink* trace = nullptr;  ///< null while exploring
  /// Whether an early or late timer is an option at every step (else time moves only when nothing
  /// can run).
  bool eager_timers = true;
  /// The execution is a run of the search in sim/graph/search.hpp, which makes all choices.
  bool search = false;
  /// Not zero: other addresses and other bytes in memory that was never written, drawn from this.
  /// Makes no difference to a program that depends on neither.
  std::uint64_t shake = 0;
};

struct Outcome {
  Category category = Category::none;
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t hash = 0;       ///< of everything that happened: equal runs, equal hashes
  std::int64_t elapsed_ns = 0;  ///< virtual time
  bool healed = false;          ///< the fair phase was entered
  const Failure* failure = nullptr;
};

/// Takes what executions need (region, stacks, signal handlers, snapshot of the instrumented
/// module's globals) and swallows the world's output. Called once; `execute` calls it if nobody
/// did.
/// Errors: ends the process with a sentence and exit code 70 where the machine refuses.
void prepare();

/// Runs one execution from the beginning to its end. Never throws, never leaves anything behind.
Outcome execute(const Setup& setup);

/// The choices of the last execution, in order; valid until the next one.
struct ChoiceSpan {
  const choice::Choice* data = nullptr;
  std::size_t size = 0;
};
ChoiceSpan choices();

/// The fibers as the last execution left them. Returns how many there are; writes at most
/// `capacity`.
std::size_t fibers(FiberView* out, std::size_t capacity);

/// The name given to a process of the last execution ("" for the root).
const char* process_name(ProcessId process);

/// The name of a logical object of the last execution as its owner registered it, or "" .
const char* object_name(ObjectId object);

}  // namespace tidemark::sim::kernel
#pragma GCC visibility pop
