// SPDX-License-Identifier: MIT
#include "tidemark/sim/intercept/door.hpp"

#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/modules.hpp"

namespace tidemark::sim::intercept {

void end_program(kernel::Category category, std::uintptr_t pc) {
  kernel::set_mode(kernel::Mode::world);
  kernel::Failure& failed = kernel::failure();
  failed.where[0] = pc;
  failed.fibers[0] = state.current->id;
  failed.places = 1;
  if (state.trace != nullptr) {
    kernel::capture_stack(*state.current);
    kernel::take_call_stack(failed.stacks[0]);
  }
  kernel::end_execution(category, "");
}

namespace {

// The line of the program where a library made the call on its behalf; known where stacks are, that
// is when a run is recorded.
std::uintptr_t line_of_program(std::uintptr_t pc) {
  if (state.trace == nullptr || kernel::is_instrumented(pc)) return pc;
  kernel::Fiber& self = *state.current;
  kernel::capture_stack(self);
  for (std::size_t i = 0; i < self.stack_depth; ++i) {
    if (kernel::is_instrumented(self.stack[i])) return self.stack[i];
  }
  return pc;
}

}  // namespace

void refuse(const char* call, std::uintptr_t pc) {
  kernel::failure_message()
      .text("the world cannot carry a call of ")
      .text(call)
      .text(" by ")
      .text(state.current->name);
  end_program(kernel::Category::unsupported, line_of_program(pc));
}

void misuse(const char* what, std::uintptr_t pc) {
  kernel::failure_message().text(what).text(" by ").text(state.current->name);
  end_program(kernel::Category::misuse, pc);
}

}  // namespace tidemark::sim::intercept
