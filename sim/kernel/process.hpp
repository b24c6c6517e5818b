// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/operation.hpp"
#include "tidemark/sim/memory/vector_clock.hpp"

namespace tidemark::sim::kernel {

/// The unit of crash: some fibers, a wall clock, and the blocks they allocated.
struct Process {
  ProcessId id = 0;
  std::int64_t wall_offset_ns = 0;
  char name[32] = {};
  /// Of the arena, allocated in this life and not given back; and the serial number of the first.
  std::uint32_t live_blocks = 0;
  std::uint32_t first_block = 0;
  /// What its crashed fibers had seen: a restart comes after all of it.
  memory::WideClock past;
};

inline constexpr std::size_t kProcessesMax = 64;

Process& new_process(const char* name);
Process& process(ProcessId id);
std::size_t process_count();
void reset_processes();

/// Looks at a process that ends as it wants to, before its threads go: leaks, and detached threads
/// that nobody waited for. Ends the execution where there is one.
void check_clean_end(Process& ending);

/// More than one process has a live fiber (the root does not count).
bool several_processes_live();

}  // namespace tidemark::sim::kernel
