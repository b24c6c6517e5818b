// SPDX-License-Identifier: MIT
#include "tidemark/sim/intercept/door.hpp"

#include "tidemark/sim/kernel/host.hpp"

namespace tidemark::sim::intercept {

void end_program(kernel::Category category, std::uintptr_t pc) {
  kernel::set_mode(kernel::Mode::world);
  kernel::Failure& failed = kernel::failure();
  failed.where[0] = pc;
  failed.fibers[0] = state.current->id;
  failed.places = 1;
  if (state.trace != nullptr) kernel::capture_stack(*state.current);
  kernel::end_execution(category, "");
}

void refuse(const char* call, std::uintptr_t pc) {
  kernel::failure_message()
      .text("the world cannot carry a call of ")
      .text(call)
      .text(" by ")
      .text(state.current->name);
  end_program(kernel::Category::unsupported, pc);
}

void misuse(const char* what, std::uintptr_t pc) {
  kernel::failure_message().text(what).text(" by ").text(state.current->name);
  end_program(kernel::Category::misuse, pc);
}

}  // namespace tidemark::sim::intercept
