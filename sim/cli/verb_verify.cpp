// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/exploration.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/explore/proof.hpp"

namespace tidemark::sim::cli {

explore::ExitCode verify(const Options& options, std::span<const Scenario> table) {
  return explore_as(options, table, explore::run_proofs);
}

}  // namespace tidemark::sim::cli
