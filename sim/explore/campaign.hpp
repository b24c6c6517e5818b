// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/explore/memory.hpp"
#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/explore/runner.hpp"

namespace tidemark::sim::explore {

/// When a campaign ends; with both, whichever comes first.
struct Budget {
  std::optional<std::uint64_t> executions;       ///< of each scenario
  std::optional<std::chrono::nanoseconds> time;  ///< of the whole campaign
};

struct CampaignOptions {
  choice::Seed seed;
  Budget budget;
  RunOptions run;
  std::string mutant;
  bool shrink = false;      ///< failures are made as simple as they can be
  bool keep_going = false;  ///< a scenario goes on after its first failure
  /// Every execution is run a second time in shaken memory, not a sample of them as it was.
  bool shake = false;
  std::uint32_t jobs = 1;  ///< processes that explore
  /// Tried before anything else, by the first process alone. Not among the executions.
  std::vector<Memory> corpus = {};
};

/// What a campaign tells while it runs.
struct Progress {
  std::string_view scenario;
  double elapsed_s = 0;
  double fraction = 0;  ///< of the budget, 0 to 1
  std::uint64_t executions = 0;
  std::uint64_t failures = 0;
};

/// What the owner of a campaign hears and says.
struct Listener {
  std::function<void(const Progress&)> progress = [](const Progress&) {};
  std::function<bool()> interrupted = [] { return false; };
};

/// Explores scenarios in turn, a slice of time each, until the budget ends or all have failed.
///
/// The executions of a scenario depend on the seed, its name and their number alone, never on the
/// slices or on the jobs: with `executions` given, every run is the same.
CampaignResult run_campaign(std::span<const Scenario* const> scenarios,
                            const CampaignOptions& options, const Listener& listener);

}  // namespace tidemark::sim::explore
