// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/operation.hpp"
#include "tidemark/sim/kernel/region.hpp"

namespace tidemark::sim::kernel {

/// By which function a block is had or given back. The two must match: a `new[]` that ends in
/// `delete` destroys one object of many, and a library may keep them in heaps apart.
enum class Form : std::uint8_t { malloc, one, many };

/// What a call of the allocator's says of the block.
struct Call {
  std::uintptr_t pc = 0;  ///< the place in the simulated code
  Form form = Form::malloc;
  /// What `new` or `delete` was told beyond the default; zero where it was told nothing.
  std::size_t alignment = 0;
  std::size_t bytes = 0;  ///< of a sized `delete`
  bool sized = false;
};

/// What lies in front of every block of the arena, inside its red zone.
struct alignas(16) Block {
  std::uint32_t bytes;
  std::uint32_t previous;      ///< allocated before this one: offset in units of 16; zero for none
  std::uint32_t allocated_at;  ///< low words of program counters
  std::uint32_t freed_at;
  ProcessId process;
  FiberId allocated_by;
  FiberId freed_by;
  std::uint16_t magic;
  std::uint32_t generation;
  std::uint32_t serial : 25;  ///< counted within the execution
  std::uint32_t form : 2;
  std::uint32_t alignment : 5;  ///< exponent; zero for the default

  static constexpr std::uint16_t kMagic = 0x7D3A;

  /// What `alignment` keeps of one.
  static std::uint32_t exponent_of(std::size_t alignment) {
    return alignment == 0 ? 0 : static_cast<std::uint32_t>(__builtin_ctzl(alignment)) & 31;
  }

  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(this + 1); }
};
static_assert(sizeof(Block) == 32);

/// The block that was allocated last, freed or not, and the one before a block; null for none.
const Block* newest_block();
const Block* block_before(const Block& block);

}  // namespace tidemark::sim::kernel
