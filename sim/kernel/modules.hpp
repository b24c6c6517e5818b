// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The loaded objects of the process: whose globals belong to the world, whose code is simulated.
namespace tidemark::sim::kernel {

/// Finds the instrumented modules (those that call `__tsan_…`) and libstdc++, watches the globals
/// of the former for races, keeps the globals of both to be restored, and registers their TLS
/// images.
void find_modules();

/// Rebuilds an address of code from its low 32 bits; 0 where no module fits.
std::uintptr_t complete_pc(std::uint32_t low);

/// True for code of an instrumented module.
bool is_instrumented(std::uintptr_t pc);

/// A pointer-like value as something that is equal in equal runs whatever lies where: the number of
/// a heap block, the slot of a stack or a module, with an offset; other values unchanged.
std::uint64_t logical_value(std::uint64_t value);

/// The same for an address in a module's globals; 0 for any other.
std::uint64_t logical_in_module(std::uint64_t value);

}  // namespace tidemark::sim::kernel
