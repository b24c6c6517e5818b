// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "tidemark/sim/fault/fault.hpp"

namespace tidemark::fault {

struct ClockJumpOptions {
  std::uint32_t at_most = 1;
  std::chrono::nanoseconds by = std::chrono::hours(1);  ///< forwards or backwards, by choice
};

/// The wall clock of a process jumps, at any scheduling point; the monotonic clock does not.
/// Models: a step by the time daemon, a suspended virtual machine, an operator's `date -s`.
/// Survivable because periods and deadlines are measured on the monotonic clock, and positions come
/// from the source, never from the client's clock.
Fault clock_jump(std::string_view process, const ClockJumpOptions& options = {});

}  // namespace tidemark::fault
