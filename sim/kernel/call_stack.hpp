// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/execution.hpp"

/// Call stacks of the simulated code beyond those of visible operations. Taken while a run is
/// traced only: the place where a container asks for memory, or the library starts a thread, tells
/// nobody anything.
namespace tidemark::sim::kernel {

/// The running fiber's, without the kernel's own frames.
void take_call_stack(CallStack& into);

enum class BlockEvent : std::uint8_t { allocated, freed };

/// Keeps the call stack of what happens to a block until the execution ends.
void remember_call_stack(std::uint32_t block, BlockEvent event);

/// That stack; empty where the run is not traced.
CallStack remembered_call_stack(std::uint32_t block, BlockEvent event);

void forget_call_stacks();

}  // namespace tidemark::sim::kernel
