// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/execution.hpp"

/// The two phases of an execution, faulty then fair, and what happens between two steps.
namespace tidemark::sim::kernel {

/// Enters the fair phase: events are off, fakes are told, scheduling turns round robin.
void heal();

/// Called with the number of steps done so far: heals when the faulty phase is used up, ends the
/// execution as wedged when the fair one is.
void count_step(std::uint64_t steps);

[[noreturn]] void end_deadlocked();

std::uint64_t enabled_events();
void fire_event(std::uint32_t event);

bool is_touched();
/// Runs the world's check if something was touched since the last one.
void check_touched();

void reset_phase(const Limits& limits);

}  // namespace tidemark::sim::kernel
