// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/exploration.hpp"
#include "tidemark/sim/cli/verbs.hpp"

namespace tidemark::sim::cli {

explore::ExitCode run(const Options& options, std::span<const Scenario> table) {
  return explore_as(options, table, explore::run_campaign);
}

}  // namespace tidemark::sim::cli
