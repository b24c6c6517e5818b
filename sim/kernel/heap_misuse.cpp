// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/heap_misuse.hpp"

#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::kernel {

namespace {

constexpr std::size_t kAlignment = 16;

// The block whose bytes or red zones hold an address: the nearest header below it.
const Block* block_near(std::uintptr_t address) {
  std::size_t offset = (address - region.base) & ~(kAlignment - 1);
  constexpr std::size_t kReach = std::size_t{1} << 20;
  const std::size_t stop = offset > kReach ? offset - kReach : 0;
  for (; offset > stop; offset -= kAlignment) {
    const auto* header = reinterpret_cast<const Block*>(region.arena + offset - sizeof(Block));
    if (offset >= sizeof(Block) && header->magic == Block::kMagic &&
        header->generation == state.generation) {
      return header;
    }
  }
  return nullptr;
}

const char* taking(Form form) {
  switch (form) {
    case Form::malloc: return "malloc";
    case Form::one: return "new";
    case Form::many: return "new[]";
  }
  return "";
}

const char* giving_back(Form form) {
  switch (form) {
    case Form::malloc: return "free";
    case Form::one: return "delete";
    case Form::many: return "delete[]";
  }
  return "";
}

}  // namespace

void report_heap_misuse(Category category, const char* what, std::uintptr_t address,
                        std::size_t bytes, std::uintptr_t pc) {
  set_mode(Mode::world);
  Failure& failed = failure();
  failed.where[0] = pc;
  failed.fibers[0] = state.current->id;
  failed.places = 1;
  if (state.trace != nullptr) take_call_stack(failed.stacks[0]);
  Message message = failure_message();
  message.text(what);
  if (bytes != 0) message.text(" of ").number(bytes).text(bytes == 1 ? " byte" : " bytes");
  message.text(" by ").text(state.current->name);
  if (const Block* block = block_near(address)) {
    message.text(address < block->begin() + block->bytes ? ", inside" : ", behind")
        .text(" a block of ")
        .number(block->bytes)
        .text(" bytes allocated by ")
        .text(fiber(block->allocated_by).name);
    failed.where[1] = memory::full_pc(block->allocated_at);
    failed.fibers[1] = block->allocated_by;
    failed.stacks[1] = remembered_call_stack(block->serial, BlockEvent::allocated);
    if (block->freed_at != 0) {
      message.text(" and freed by ").text(fiber(block->freed_by).name);
      failed.where[1] = memory::full_pc(block->freed_at);
      failed.fibers[1] = block->freed_by;
      failed.stacks[1] = remembered_call_stack(block->serial, BlockEvent::freed);
    }
    failed.places = 2;
  }
  end_execution(category, "");
}

void report_no_block(std::uintptr_t address, const Call& call) {
  // An array of objects with destructors begins behind their number, which only `delete[]` knows.
  constexpr std::size_t kNumber = sizeof(std::size_t);
  if (address - region.base > sizeof(Block) + kNumber) {
    const auto& block = reinterpret_cast<const Block*>(address - kNumber)[-1];
    const bool is_array = block.magic == Block::kMagic && block.generation == state.generation &&
                          static_cast<Form>(block.form) == Form::many;
    if (is_array) check_match(block, call);
  }
  report_heap_misuse(Category::misuse, "free of what was never allocated", address, 0, call.pc);
}

void check_match(const Block& block, const Call& call) {
  const auto form = static_cast<Form>(block.form);
  char what[160];
  Message message(what, sizeof what);
  if (form != call.form) {
    message.text(giving_back(call.form)).text(" of a block that came from ").text(taking(form));
  } else if (block.alignment != Block::exponent_of(call.alignment)) {
    message.text(giving_back(call.form))
        .text(" with another alignment than that of ")
        .text(taking(form));
  } else if (call.sized && (call.bytes == 0 ? 1 : call.bytes) != block.bytes) {
    message.text("sized ")
        .text(giving_back(call.form))
        .text(" of ")
        .number(call.bytes)
        .text(call.bytes == 1 ? " byte" : " bytes");
  } else {
    return;
  }
  report_heap_misuse(Category::misuse, what, block.begin(), 0, call.pc);
}

}  // namespace tidemark::sim::kernel
