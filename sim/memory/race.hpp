// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/memory/shadow.hpp"

namespace tidemark::sim::memory {

/// Compares an access of the running fiber with all that are remembered of its granules, remembers
/// it, and ends the execution as a race where another access conflicts and is not ordered before.
/// `flags` are those of `Access`. Exact per byte: accesses that did not fit a cell are chained.
void check_access(std::uintptr_t address, std::size_t size, std::uint8_t flags, std::uintptr_t pc);

/// The full program counter of a remembered one.
std::uintptr_t full_pc(std::uint32_t low);

}  // namespace tidemark::sim::memory
