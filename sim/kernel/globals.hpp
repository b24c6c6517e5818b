// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Globals of the world's modules, put back after every execution.
///
/// Pages are write-protected once; the first write to one is caught, and from then on it is kept
/// ("sticky"): saved when an execution begins, copied back when it ends. Saving each time rather
/// than once lets the host use libstdc++ between executions.
namespace tidemark::sim::kernel {

/// Adds a range. `instrumented`: also put back when a process restarts. Before `protect_globals`.
void keep_globals(std::uintptr_t low, std::uintptr_t high, bool instrumented);

void protect_globals();

/// A write fault at `address`: true when it was a protected page, which is now writable and kept.
bool unprotect_global(std::uintptr_t address);

void save_globals();
void restore_globals();

/// Calls `visit` with each stretch of globals that the program ever wrote.
void each_written_global(void (*visit)(std::uintptr_t begin, std::size_t bytes));

/// Puts back the instrumented modules' globals only, in the middle of an execution.
void restore_instrumented_globals();

}  // namespace tidemark::sim::kernel
