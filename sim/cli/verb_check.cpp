// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/exploration.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/explore/proof.hpp"

namespace tidemark::sim::cli {

explore::ExitCode check(const Options& options, std::span<const Scenario> table) {
  constexpr std::uint64_t kExecutionsByDefault = 10'000;
  if (options.exhaustively) return explore_as(options, table, explore::run_proofs);
  Options bounded = options;
  if (!options.executions && !options.time) bounded.executions = kExecutionsByDefault;
  return explore_as(bounded, table, explore::run_campaign);
}

}  // namespace tidemark::sim::cli
