// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/clock.hpp"

#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

std::int64_t virtual_now_ns = kStartNs;

std::int64_t look_at_monotonic() {
  virtual_now_ns += kLookNs;
  return virtual_now_ns;
}

std::int64_t look_at_wall() {
  return look_at_monotonic() + kWallEpochNs + state.current->process->wall_offset_ns;
}

std::int64_t now_ns() { return virtual_now_ns; }

}  // namespace tidemark::sim::kernel
