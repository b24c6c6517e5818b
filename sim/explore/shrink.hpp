// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "tidemark/sim/choice/plan.hpp"
#include "tidemark/sim/explore/runner.hpp"

namespace tidemark::sim::explore {

/// How much effort one failure is worth. The executions end first where they are not unusually
/// long, so that the result is the same every time.
struct ShrinkBudget {
  std::uint64_t executions = 20'000;
  /// Of the processor: what else the machine does must not change the result.
  std::chrono::nanoseconds time = std::chrono::seconds(5);
};

/// Which failure has to stay: another one, even a smaller, is not what the user has to fix.
struct Target {
  kernel::Category category = kernel::Category::none;
  std::string property;

  /// Whether a run failed the same way. Of a race the category is enough: its places are found by
  /// whichever access comes second.
  bool matches(const RunResult& run) const;
};

struct ShrinkResult {
  choice::Plan plan;                    ///< a run of it is the failure
  std::vector<choice::Choice> choices;  ///< that this run recorded
  std::uint64_t executions = 0;         ///< tried
  /// False where not even the recorded run failed as expected; then the rest means nothing.
  bool confirmed = false;
};

/// Makes a failing run as simple as it can: fewer faults and crashes, then fewer preemptions, then
/// less of everything else.
///
/// Each candidate is executed, and taken when it fails the same way and costs less. Deterministic
/// within the executions of the budget. Thousands of executions: never where nothing has failed.
ShrinkResult shrink(Runner& runner, const std::vector<choice::Choice>& choices,
                    const Target& target, const ShrinkBudget& budget);

}  // namespace tidemark::sim::explore
