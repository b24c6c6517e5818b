// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/explore/shrink.hpp"

namespace tidemark::sim::explore {

/// A recorded failure, shrunk, traced again and given the line that repeats it.
///
/// As found where the recorded choices do not fail the same way a second time.
FailureRecord shrink_failure(Runner& runner, FailureRecord found, const ShrinkBudget& budget = {});

}  // namespace tidemark::sim::explore
