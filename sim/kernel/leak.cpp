// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/leak.hpp"

#include <algorithm>

#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/donor.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/kernel/globals.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/keys.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::kernel {

namespace {

// A block that was not given back, whosever it is.
struct Held {
  const Block* block;
  bool reached;
};

// By address; and those whose own words are still to be looked at. Memory of the pool.
Held* held = nullptr;
std::size_t held_count = 0;
std::size_t* to_visit = nullptr;
std::size_t to_visit_count = 0;

void collect() {
  std::size_t count = 0;
  for (const Block* at = newest_block(); at != nullptr; at = block_before(*at)) {
    if (at->freed_at == 0) ++count;
  }
  held = static_cast<Held*>(pool_allocate(count * sizeof(Held)));
  to_visit = static_cast<std::size_t*>(pool_allocate(count * sizeof(std::size_t)));
  held_count = to_visit_count = 0;
  for (const Block* at = newest_block(); at != nullptr; at = block_before(*at)) {
    if (at->freed_at == 0) held[held_count++] = {at, false};
  }
  std::sort(held, held + held_count,
            [](const Held& a, const Held& b) { return a.block->begin() < b.block->begin(); });
}

// The block that holds an address, or null. An empty one is held by its first byte.
Held* holder_of(std::uintptr_t address) {
  if (!region.in_arena(address)) return nullptr;
  Held* const after = std::upper_bound(
      held, held + held_count, address,
      [](std::uintptr_t at, const Held& each) { return at < each.block->begin(); });
  if (after == held) return nullptr;
  Held& found = after[-1];
  const std::size_t bytes = found.block->bytes == 0 ? 1 : found.block->bytes;
  return address - found.block->begin() < bytes ? &found : nullptr;
}

void reach(std::uintptr_t address) {
  Held* const found = holder_of(address);
  if (found == nullptr || found->reached) return;
  found->reached = true;
  to_visit[to_visit_count++] = static_cast<std::size_t>(found - held);
}

template <class Function>
void each_word(std::uintptr_t begin, std::size_t bytes, const Function& function) {
  constexpr std::uintptr_t kWord = sizeof(std::uintptr_t);
  for (std::uintptr_t at = (begin + kWord - 1) & ~(kWord - 1); at + kWord <= begin + bytes;
       at += kWord) {
    function(*reinterpret_cast<const volatile std::uintptr_t*>(at));
  }
}

void scan(std::uintptr_t begin, std::size_t bytes) { each_word(begin, bytes, &reach); }

void scan_fiber(const Fiber& fiber, std::uintptr_t own_stack) {
  reach(reinterpret_cast<std::uintptr_t>(fiber.result));
  if (!fiber.live()) return;
  reach(reinterpret_cast<std::uintptr_t>(fiber.argument));
  reach(reinterpret_cast<std::uintptr_t>(fiber.ready_context));
  // A fiber that does not run keeps its registers where its stack ends.
  const auto low =
      &fiber == state.current ? own_stack : reinterpret_cast<std::uintptr_t>(fiber.context);
  scan(low, reinterpret_cast<std::uintptr_t>(stack_top(fiber.id)) - low);
  each_thread_image(fiber.thread_pointer, &scan);
  for (const ThreadDestructor* at = fiber.destructors; at != nullptr; at = at->next) {
    reach(reinterpret_cast<std::uintptr_t>(at->object));
  }
  if (fiber.keys != nullptr) {
    scan(reinterpret_cast<std::uintptr_t>(fiber.keys), kKeysMax * sizeof(void*));
  }
}

// Callers may keep a pointer in a register that every function hands back as it was.
__attribute__((noinline)) void scan_roots() {
  std::uintptr_t registers[6];
  __asm__ volatile(
      "movq %%rbx, 0(%0)\n movq %%rbp, 8(%0)\n movq %%r12, 16(%0)\n"
      "movq %%r13, 24(%0)\n movq %%r14, 32(%0)\n movq %%r15, 40(%0)"
      :
      : "r"(registers)
      : "memory");
  scan(reinterpret_cast<std::uintptr_t>(registers), sizeof registers);
  const auto own_stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  each_written_global(&scan);
  each_world_block(&scan);
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    scan_fiber(fiber(static_cast<FiberId>(i)), own_stack);
  }
}

bool is_leaked(const Held& each, const Process& ending) {
  return !each.reached && each.block->process == ending.id &&
         each.block->serial >= ending.first_block;
}

struct Leaks {
  const Block* first = nullptr;  ///< of those that no other leaked block leads to
  std::uint64_t blocks = 0;
  std::uint64_t bytes = 0;
};

Leaks find_leaks(const Process& ending) {
  Leaks found;
  for (std::size_t i = 0; i < held_count; ++i) {
    if (!is_leaked(held[i], ending)) continue;
    ++found.blocks;
    found.bytes += held[i].block->bytes;
  }
  if (found.blocks == 0) return found;
  // The head of a list is the loss; what hangs on it follows from it. In a ring the oldest stands
  // for all.
  const auto older = [](const Block* a, const Block* b) {
    return a == nullptr || b->serial < a->serial;
  };
  const Block* oldest = nullptr;
  for (std::size_t i = 0; i < held_count; ++i) {
    if (is_leaked(held[i], ending) && older(oldest, held[i].block)) oldest = held[i].block;
  }
  auto* const hangs = static_cast<bool*>(pool_allocate(held_count));
  for (std::size_t i = 0; i < held_count; ++i) hangs[i] = false;
  for (std::size_t i = 0; i < held_count; ++i) {
    if (!is_leaked(held[i], ending)) continue;
    each_word(held[i].block->begin(), held[i].block->bytes, [&](std::uintptr_t word) {
      const Held* const next = holder_of(word);
      if (next != nullptr && next != &held[i]) hangs[next - held] = true;
    });
  }
  for (std::size_t i = 0; i < held_count; ++i) {
    if (!is_leaked(held[i], ending) || hangs[i]) continue;
    if (older(found.first, held[i].block)) found.first = held[i].block;
  }
  if (found.first == nullptr) found.first = oldest;
  return found;
}

void report(const Leaks& leaks, const Process& ending) {
  Failure& failed = failure();
  failed.where[0] = memory::full_pc(leaks.first->allocated_at);
  failed.fibers[0] = leaks.first->allocated_by;
  failed.stacks[0] = remembered_call_stack(leaks.first->serial, BlockEvent::allocated);
  failed.places = 1;
  Message message = failure_message();
  message.text("leak: nothing leads to a block of ")
      .number(leaks.first->bytes)
      .text(leaks.first->bytes == 1 ? " byte" : " bytes")
      .text(" allocated by ")
      .text(fiber(leaks.first->allocated_by).name)
      .text(" as ")
      .text(ending.id == 0 ? "the scenario" : ending.name)
      .text(" ends");
  if (leaks.blocks > 1) {
    message.text(", nor to ")
        .number(leaks.blocks - 1)
        .text(" more; ")
        .number(leaks.bytes)
        .text(" bytes in all");
  }
  end_execution(Category::leak, "");
}

}  // namespace

void check_leaks(const Process& ending) {
  if (ending.live_blocks == 0) return;
  collect();
  scan_roots();
  while (to_visit_count > 0) {
    const Block& next = *held[to_visit[--to_visit_count]].block;
    scan(next.begin(), next.bytes);
  }
  const Leaks leaks = find_leaks(ending);
  if (leaks.blocks > 0) report(leaks, ending);
}

}  // namespace tidemark::sim::kernel
