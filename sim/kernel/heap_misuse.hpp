// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/block.hpp"
#include "tidemark/sim/kernel/execution.hpp"

namespace tidemark::sim::kernel {

/// Ends the execution: `what` was done at an address of the arena, with so many bytes (zero where
/// none are meant). Names the block that lies there, and where it was allocated or freed.
[[noreturn]] void report_heap_misuse(Category category, const char* what, std::uintptr_t address,
                                     std::size_t bytes, std::uintptr_t pc);

/// Ends the execution: no block begins at the address that is given back.
[[noreturn]] void report_no_block(std::uintptr_t address, const Call& call);

/// Ends the execution where a block is not given back by the function that belongs to the one it
/// came from, or is not of the size or alignment that the caller says.
void check_match(const Block& block, const Call& call);

}  // namespace tidemark::sim::kernel
