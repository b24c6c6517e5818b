// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tidemark/sim/choice/token.hpp"
#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/explore/runner.hpp"

namespace tidemark::sim::explore {

/// A run that failed once and is tried again before anything else.
struct Memory {
  std::string file;  ///< where it is kept
  choice::Token token;
  std::vector<choice::Choice> choices;
};

/// Runs a remembered run again on the code as it is now, which may be other code: its choices where
/// they fit, a random walk where they do not. The failure, traced, or empty where nothing fails.
std::optional<FailureRecord> recall(Runner& runner, const Memory& memory);

}  // namespace tidemark::sim::explore
