// SPDX-License-Identifier: MIT
// What a process that ends as it wants to must not leave behind. A crash may leave anything.
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/kernel/leak.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

// A detached thread is cut off when its process ends, wherever it stands, while the destructors of
// static objects run beside it. That is a mistake where nobody waited for it: where nothing it did
// happens before the end, or it has not begun at all. And it is one where the thread waits itself,
// for time, a lock or anybody else: it had more to do. A thread that has told the end of its work
// and only has to return is not at fault, since nothing can be told later than that.
const char* why_cut_off(const Fiber& thread, const Fiber& ending) {
  if (thread.pending.kind == OperationKind::start) return "has not begun";
  if (thread.state == Fiber::State::blocked) return "still waits";
  if (ending.clock.at(thread.id) == 0) return "still runs";
  return nullptr;
}

void add_place(std::uintptr_t pc, FiberId fiber, const CallStack& stack) {
  Failure& failed = failure();
  failed.where[failed.places] = pc;
  failed.fibers[failed.places] = fiber;
  failed.stacks[failed.places] = stack;
  ++failed.places;
}

// Of what it is about to do; empty where the run is not traced.
CallStack stack_of(const Fiber& fiber) {
  CallStack stack;
  while (stack.depth < fiber.stack_depth && stack.depth < CallStack::kDepthMax) {
    stack.places[stack.depth] = fiber.stack[stack.depth];
    ++stack.depth;
  }
  return stack;
}

void check_detached(const Process& ending) {
  const Fiber& self = *state.current;
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber& each = fiber(static_cast<FiberId>(i));
    if (!each.live() || !each.by_program || !each.detached || &each == &self ||
        each.process != &ending) {
      continue;
    }
    const char* const why = why_cut_off(each, self);
    if (why == nullptr) continue;
    if (each.pending.pc != 0) add_place(each.pending.pc, each.id, stack_of(each));
    add_place(each.made_at, each.made_by,
              each.made_stack != nullptr ? *each.made_stack : CallStack{});
    failure_message()
        .text("a detached thread is cut off: ")
        .text(each.name)
        .text(" ")
        .text(why)
        .text(" as ")
        .text(ending.id == 0 ? "the scenario" : ending.name)
        .text(" ends");
    end_execution(Category::misuse, "");
  }
}

}  // namespace

void check_clean_end(Process& ending) {
  check_detached(ending);
  check_leaks(ending);
}

}  // namespace tidemark::sim::kernel
