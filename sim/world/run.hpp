// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim {

/// How one execution of a scenario is to be run.
struct RunSetup {
  choice::Source* choices = nullptr;
  kernel::Limits limits;
  kernel::TraceSink* trace = nullptr;
  std::uint64_t shake = 0;  ///< see `kernel::Setup`
  bool search = false;      ///< a run of the graph search; see `kernel::Setup`
};

/// What one execution of a scenario showed, beyond what the kernel keeps until the next one.
struct RunResult {
  kernel::Outcome outcome;
  /// Bit per goal of the scenario's table entry (at most 64), in its order.
  std::uint64_t goals_hit = 0;
  /// The scenario itself is wrong (no property, an undeclared goal, `run` never called): a
  /// sentence; null otherwise. Such an execution has no verdict.
  const char* misuse = nullptr;
};

/// Runs a scenario once. Allocates nothing on the host heap.
RunResult run_once(const Scenario& scenario, const RunSetup& setup);

/// Parameters of the last execution ("rows = 5"), in order of `pick`; allocates.
std::vector<std::string> parameters_of_last_run();

}  // namespace tidemark::sim
