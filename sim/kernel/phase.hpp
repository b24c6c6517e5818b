// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/execution.hpp"

/// The two phases of an execution, faulty then fair, and what happens between two steps.
namespace tidemark::sim::kernel {

/// Enters the fair phase: events are off, fakes are told, scheduling turns round robin.
void heal();

/// What every step looks at.
struct Phase {
  std::uint64_t events = 0;     ///< bit per enabled event
  std::uint64_t steps_end = 0;  ///< of the phase
  bool touched = false;
  bool healed = false;
};
extern Phase phase;

/// The steps of the phase are used up: heals after the faulty one, ends the execution as wedged
/// after the fair one.
void end_phase();

/// Called with the number of steps done so far.
inline void count_step(std::uint64_t steps) {
  if (__builtin_expect(steps >= phase.steps_end, 0)) end_phase();
}

[[noreturn]] void end_deadlocked();

void fire_event(std::uint32_t event);

/// Runs the world's check: something was touched since the last one.
void run_touched_check();

inline void check_touched() {
  if (__builtin_expect(phase.touched, 0)) run_touched_check();
}

void reset_phase(const Limits& limits);

}  // namespace tidemark::sim::kernel
