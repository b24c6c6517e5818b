// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/execution.hpp"

namespace tidemark::sim::explore {

/// What a campaign says about a scenario.
enum class Verdict : std::uint8_t {
  held,
  violated,          ///< a property, a race, a crash of the program …
  liveness,          ///< a wedge, a deadlock, the step bound
  nondeterministic,  ///< the same choices gave two different runs
  unsupported,       ///< the program asked for what the world cannot carry
  goal_missed,       ///< nothing failed, but an interesting state was never reached
  no_verdict,        ///< the budget ended, or the scenario is wrong, before there was one
};

/// The word of the report ("held", "goal_missed", …).
const char* name_of(Verdict verdict);

/// What a failed execution means for its scenario.
Verdict verdict_of(kernel::Category category);

/// Exit codes of the program, as the command line documents them.
enum class ExitCode : std::uint8_t {
  held = 0,
  violated = 1,
  bad_input = 2,
  nondeterministic = 3,
  liveness = 4,
  goal_missed = 5,
  replay_mismatch = 6,
  internal = 70,
  no_verdict = 124,
  interrupted = 130,
};

ExitCode exit_code_of(Verdict verdict);

/// The one that is reported when both apply.
ExitCode worse(ExitCode left, ExitCode right);

}  // namespace tidemark::sim::explore
