// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/kernel/fiber.hpp"

namespace tidemark::sim::kernel {

/// What every hook looks at first, together in one place.
struct State {
  /// A fiber runs in guest mode: hooks act. Everything else follows from the fields below.
  bool live = false;
  Mode mode = Mode::host;
  bool ignores_accesses = false;  ///< of the running fiber, as annotations ask
  bool searching = false;         ///< operations are events of an execution graph: sim/graph
  FiberId fiber = 0;              ///< the running fiber's id
  std::uint32_t generation = 0;   ///< number of the execution; stamps shadow cells
  Fiber* current = nullptr;       ///< null outside an execution
  memory::Tick tick = 0;          ///< of the running fiber
  std::uint32_t plain_run = 0;    ///< plain accesses since the last visible operation
  TraceSink* trace = nullptr;
  std::uint64_t hash = 0;
};

extern State state;

inline void set_mode(Mode mode) {
  state.mode = mode;
  state.live = mode == Mode::guest && state.current != nullptr;
}

/// Mixes one value into the rolling hash.
inline void mix(std::uint64_t value) {
  state.hash = (state.hash ^ value) * 0x9E3779B97F4A7C15ull;
  state.hash ^= state.hash >> 29;
}

/// Enters the kernel from a hook for a scope: what it calls must not come back through the doors.
class KernelScope {
 public:
  KernelScope() : saved_(state.mode) { set_mode(Mode::world); }
  ~KernelScope() { set_mode(saved_); }
  KernelScope(const KernelScope&) = delete;
  KernelScope& operator=(const KernelScope&) = delete;

 private:
  Mode saved_;
};

}  // namespace tidemark::sim::kernel
