// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/graph/event.hpp"
#include "tidemark/sim/memory/atomic.hpp"

/// The operations of simulated threads while a search runs: each replays an event of the graph, or
/// adds one. Called on the thread's fiber, in kernel mode.
namespace tidemark::sim::graph {

/// Asked where the value does not say whether an operation has to wait.
struct Guard {
  bool (*ready)(void*) = nullptr;  ///< null: it need not
  void* context = nullptr;

  bool waits() const { return ready != nullptr && !ready(context); }
};

/// What an operation reads and may write.
struct Request {
  Action action = Action::load;
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;
  memory::Order success = memory::Order::relaxed;
  memory::Order failure = memory::Order::relaxed;  ///< where it turns out to be a load only
  std::uintptr_t pc = 0;
  const char* label = nullptr;  ///< of a step of a fake
  Guard guard = {};
};

/// The object that stands for all that is not instrumented. The first of every run.
memory::Object& world_object();

struct Reading {
  std::uint64_t value = 0;
  bool wrote = false;
};

/// The atomic object at an address, as the thread finds it. Ends the execution where accesses of
/// different sizes overlap.
memory::Object& atomic_at(std::uintptr_t address, std::size_t width, std::uintptr_t pc);

/// A load, or a read-modify-write; waits where the action is guarded.
Reading read(memory::Object& object, const Request& request);

/// Waits until the thread is taken out of the waiters of a condition it has enlisted on.
void wait_until_woken(memory::Object& condition, std::uintptr_t pc);

void write(memory::Object& object, std::uint64_t value, memory::Order order, std::uintptr_t pc);

void fence(memory::Order order, std::uintptr_t pc);

/// A new thread: its id, before it exists.
kernel::FiberId create(std::uintptr_t pc);

/// The thread may run.
void created(kernel::FiberId thread);

/// Waits for the end of a thread, and is ordered after it.
void join(kernel::FiberId thread, std::uintptr_t pc);

/// One of `count` possibilities, all of which are explored.
std::uint64_t choose(std::uint64_t count);

/// The condition does not hold: this graph is no execution.
[[noreturn]] void assume_failed();

}  // namespace tidemark::sim::graph
