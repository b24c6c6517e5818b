// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/memory/shadow.hpp"

namespace tidemark::sim::memory {

/// Remembers a write where nothing of another thread is remembered. False: the full check decides.
inline bool remember_write(Cell& cell, const Access& mine, std::uint32_t pc) {
  if (cell.side != 0) return false;
  if (cell.read.mask != 0 && cell.read.fiber != mine.fiber) return false;
  std::uint8_t mask = mine.mask;
  if (cell.write.mask != 0) {
    if (cell.write.fiber != mine.fiber) return false;
    if ((cell.write.mask & ~mask) != 0) {
      if (!cell.write.same_epoch(mine)) return false;
      mask = static_cast<std::uint8_t>(mask | cell.write.mask);
    }
  }
  cell.write = {mine.tick, mine.fiber, mask, mine.flags};
  cell.write_pc = pc;
  cell.read.mask = static_cast<std::uint8_t>(cell.read.mask & ~mask);
  return true;
}

/// Remembers a read of what this thread wrote, or what was written before, as its one reader.
inline bool remember_read(Cell& cell, const Access& mine, std::uint32_t pc) {
  if (cell.side != 0) return false;
  const Clock& seen = kernel::state.current->clock;
  if (cell.write.fiber != mine.fiber && cell.write.tick > seen.at(cell.write.fiber)) return false;
  std::uint8_t mask = mine.mask;
  if (cell.read.mask != 0) {
    if ((cell.read.mask & ~mask) != 0) {
      if (!cell.read.same_epoch(mine)) return false;
      mask = static_cast<std::uint8_t>(mask | cell.read.mask);
    } else if (cell.read.fiber != mine.fiber && cell.read.tick > seen.at(cell.read.fiber)) {
      return false;
    }
  }
  cell.read = {mine.tick, mine.fiber, mask, mine.flags};
  cell.read_pc = pc;
  return true;
}

/// Compares an access of the running fiber with all that are remembered of its granules, remembers
/// it, and ends the execution as a race where another access conflicts and is not ordered before.
/// `flags` are those of `Access`, plain. Exact per byte: accesses that did not fit a cell are
/// chained.
void check_access(std::uintptr_t address, std::size_t size, std::uint8_t flags, std::uintptr_t pc);

/// The same for an atomic access of the whole of an object: compared with the plain accesses to its
/// bytes, and remembered in the object, for plain accesses to come.
void check_atomic(Object& object, bool write, std::uintptr_t pc);

/// The full program counter of a remembered one.
std::uintptr_t full_pc(std::uint32_t low);

}  // namespace tidemark::sim::memory
