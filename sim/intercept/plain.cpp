// SPDX-License-Identifier: MIT
#include "tidemark/sim/intercept/plain.hpp"

#include "tidemark/sim/kernel/process.hpp"

namespace tidemark::sim::intercept {

namespace {

// Two live processes share one image of the program: a global that both write is not the same
// global in the real world, and what follows would mean nothing.
void check_shared_global(std::uintptr_t address, std::uintptr_t pc) {
  const memory::Cell* cell = memory::global_cell(address);
  if (cell == nullptr || cell->generation != state.generation || cell->write.mask == 0) return;
  const kernel::Process& mine = *state.current->process;
  const kernel::Fiber& writer = kernel::fiber(cell->write.fiber);
  if (writer.process == &mine || writer.process->id == 0 || mine.id == 0) return;
  if (!writer.live()) return;
  kernel::failure_message()
      .text("two live processes, ")
      .text(writer.process->name)
      .text(" and ")
      .text(mine.name)
      .text(", write one global variable");
  end_program(kernel::Category::unsupported, pc);
}

}  // namespace

void watch_slow(std::uintptr_t address, std::size_t bytes, std::uint8_t flags, std::uintptr_t pc) {
  if (state.plain_run >= kPlainRunMax) kernel::plain_loop();
  if (kernel::region.in_arena(address)) kernel::check_heap_slow(address, bytes, pc);
  if (state.current->ignore_accesses != 0) return;
  if (kernel::fiber_count() == 1) return;
  if ((flags & memory::Access::kWrite) != 0 &&
      address - kernel::region.base >= kernel::layout::kCheckedBytes) {
    check_shared_global(address, pc);
  }
  memory::check_access(address, bytes, flags, pc);
}

}  // namespace tidemark::sim::intercept
