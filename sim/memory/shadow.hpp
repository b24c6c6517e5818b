// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/operation.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/memory/vector_clock.hpp"

namespace tidemark::sim::memory {

struct Object;

/// One remembered access, packed so that equality is one comparison.
struct Access {
  Tick tick = 0;
  kernel::FiberId fiber = 0;
  std::uint8_t mask = 0;  ///< bytes of the granule; 0 means no access
  std::uint8_t flags = 0;

  static constexpr std::uint8_t kAtomic = 1;
  static constexpr std::uint8_t kWrite = 2;

  bool same_epoch(const Access& other) const {
    return tick == other.tick && fiber == other.fiber && flags == other.flags;
  }
};
static_assert(sizeof(Access) == 8);

/// Accesses that did not fit the two slots of a cell: other bytes, other readers.
struct Extra {
  Access access;
  std::uint32_t pc;
  Extra* next;
};

/// What few granules have: synchronisation objects that live there, and extra accesses.
struct Side {
  Object* objects;
  Extra* extras;
};

/// What is known of eight bytes. Stale, and so empty, unless it carries the execution's number.
struct Cell {
  Access write;
  Access read;
  std::uint32_t write_pc;
  std::uint32_t read_pc;
  std::uint32_t generation;
  std::uint32_t side;  ///< index in the pool, 0 for none
};
static_assert(sizeof(Cell) == kernel::layout::kCellBytes);

/// The cell of a granule in an instrumented module's globals, or null for memory that is not
/// watched.
Cell* global_cell(std::uintptr_t address);

/// Gives an address range (a module's globals) its own cells. Outside executions.
void watch_globals(std::uintptr_t low, std::uintptr_t high);

inline Cell* cell_of(std::uintptr_t address) {
  const std::uintptr_t offset = address - kernel::region.base;
  if (__builtin_expect(offset < kernel::layout::kCheckedBytes, 1)) {
    return reinterpret_cast<Cell*>(kernel::region.shadow) + offset / kernel::layout::kGranule;
  }
  return global_cell(address);
}

/// Empties a cell that an earlier execution left.
inline void refresh(Cell& cell) {
  if (__builtin_expect(cell.generation != kernel::state.generation, 0)) {
    cell = Cell{};
    cell.generation = kernel::state.generation;
  }
}

/// What `Cell::side` counts in.
inline constexpr std::size_t kPoolUnit = 32;

inline Side* side_of(const Cell& cell) {
  if (cell.side == 0) return nullptr;
  return reinterpret_cast<Side*>(kernel::region.pool + std::size_t{cell.side} * kPoolUnit);
}
Side& need_side(Cell& cell);

/// The bytes of granule `granule` (its address) that [address, address + size) covers.
inline std::uint8_t mask_of(std::uintptr_t granule, std::uintptr_t address, std::size_t size) {
  const std::size_t low = address > granule ? address - granule : 0;
  const std::uintptr_t end = address + size;
  const std::size_t high = end < granule + 8 ? end - granule : 8;
  return static_cast<std::uint8_t>((0xFFu >> (8 - high)) & (0xFFu << low));
}

}  // namespace tidemark::sim::memory
