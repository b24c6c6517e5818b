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
  /// What its crashed fibers had seen: a restart comes after all of it.
  memory::WideClock past;
};

inline constexpr std::size_t kProcessesMax = 64;

Process& new_process(const char* name);
Process& process(ProcessId id);
std::size_t process_count();
void reset_processes();

/// More than one process has a live fiber (the root does not count).
bool several_processes_live();

}  // namespace tidemark::sim::kernel
