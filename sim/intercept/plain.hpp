// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::intercept {

/// After so many plain accesses without a visible operation the others get a turn.
inline constexpr std::uint32_t kPlainRunMax = 20000;

/// Everything of an access that is not the common case.
void watch_slow(std::uintptr_t address, std::size_t bytes, std::uint8_t flags, std::uintptr_t pc);

/// True when bytes of the arena are not a live block's.
inline bool bad_heap(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t offset = address - kernel::region.base;
  if (offset >= kernel::layout::kArenaBytes) return false;
  const std::uint8_t known = kernel::region.heap_state[offset / kernel::layout::kGranule];
  return known != kernel::heap_state::kLive || (offset & 7) + bytes > 8;
}

/// One plain access of simulated code: heap, then race. What one thread does with its own memory,
/// by far the commonest, is decided here, without a call.
template <std::size_t kBytes, bool kWrite>
inline void watch(std::uintptr_t address, std::uintptr_t pc) {
  if (__builtin_expect(!state.live, 0)) return;
  constexpr std::uint8_t flags = kWrite ? memory::Access::kWrite : 0;
  const std::uintptr_t within = address & 7;
  if (within + kBytes <= 8 && ++state.plain_run < kPlainRunMax && !bad_heap(address, kBytes) &&
      !state.ignores_accesses) {
    memory::Cell* found = memory::cell_of(address);
    if (found == nullptr) return;
    memory::Cell& cell = *found;
    const auto mask = static_cast<std::uint8_t>(((1u << kBytes) - 1) << within);
    const memory::Access mine{state.tick, state.fiber, mask, flags};
    memory::refresh(cell);
    if (cell.write.same_epoch({mine.tick, mine.fiber, 0, memory::Access::kWrite}) &&
        (mask & ~cell.write.mask) == 0 && (!kWrite || ((cell.read.mask & mask) | cell.side) == 0)) {
      return;  // as the last write, or covered by it
    }
    const auto low_pc = static_cast<std::uint32_t>(pc);
    if (kWrite ? memory::remember_write(cell, mine, low_pc)
               : memory::remember_read(cell, mine, low_pc))
      return;
  }
  watch_slow(address, kBytes, flags, pc);
}

/// A range (a copied struct, a `memcpy`).
inline void watch_range(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (__builtin_expect(!state.live, 0) || bytes == 0) return;
  watch_slow(address, bytes, write ? memory::Access::kWrite : 0, pc);
}

}  // namespace tidemark::sim::intercept
