// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/block.hpp"
#include "tidemark/sim/kernel/region.hpp"

/// The two heaps of an execution: the arena, for instrumented code, and the world's memory, for
/// fakes and models. Both are dropped as a whole when the execution ends.
namespace tidemark::sim::kernel {

struct Process;

/// What the shadow says of eight bytes of the arena: 1 … 8, so many are valid from the first on; or
namespace heap_state {
inline constexpr std::uint8_t kUntouched = 0;
inline constexpr std::uint8_t kLive = 8;
inline constexpr std::uint8_t kFreed = 0xFD;
inline constexpr std::uint8_t kRedZone = 0xFA;
}  // namespace heap_state

/// A block of the arena: bump-allocated between red zones, never reused within the execution.
/// `alignment` is a power of two. Null, with errno set, when the arena is full.
void* arena_allocate(std::size_t bytes, std::size_t alignment, const Call& call);

/// Gives a block back: its bytes are poisoned. Ends the execution when there is no such block, or
/// when it was had in another form.
void arena_free(void* block, const Call& call);

/// A process begins a new life: what its earlier one allocated is nobody's any more.
void forget_blocks_of(Process& owner);

/// The size that was asked for.
std::size_t arena_size(const void* block);

/// Where an address of the arena lies: in or behind which block (counted from 1 within the
/// execution; 0 for none) and how far from its first byte.
struct Located {
  std::uint32_t serial = 0;
  std::size_t offset = 0;
};
Located locate_block(std::uintptr_t address);

/// Ends the execution if any of [address, address + bytes) lies in the arena and is not live.
void check_heap_slow(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);

/// The same, at no cost outside of the arena.
inline void check_heap(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (region.in_arena(address)) check_heap_slow(address, bytes, pc);
}

/// A block of the world's memory, with reuse.
void* world_allocate(std::size_t bytes, std::size_t alignment);
void world_free(void* block);
std::size_t world_size(const void* block);

/// Calls `visit` with each block of the world's memory that is in use.
void each_world_block(void (*visit)(std::uintptr_t begin, std::size_t bytes));

void reset_heaps();

}  // namespace tidemark::sim::kernel
