// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tidemark/sim/choice/choice.hpp"
#include "tidemark/sim/choice/token.hpp"
#include "tidemark/sim/explore/verdict.hpp"
#include "tidemark/sim/report/trace.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::explore {

/// A place in the code that took part in a failure.
struct Place {
  kernel::FiberId fiber = 0;
  kernel::ProgramCounter pc = 0;
  std::vector<kernel::ProgramCounter> stack;  ///< innermost first; empty where none was kept

  /// What to look for the line to show in.
  std::span<const kernel::ProgramCounter> calls() const {
    return stack.empty() ? std::span(&pc, 1) : std::span(stack);
  }
};

/// One failed execution, with all that is needed to explain it and to run it again.
struct FailureRecord {
  kernel::Category category = kernel::Category::none;
  std::string property;
  std::string message;
  std::vector<Place> places;
  std::vector<std::string> parameters;  ///< "rows = 5"

  std::uint64_t execution = 0;
  std::string strategy;
  choice::Token token;
  std::vector<choice::Choice> choices;
  report::Trace trace;
  std::uint64_t steps = 0;
  std::uint64_t preemptions = 0;
  std::string file;  ///< the recording on disk; empty where none was asked for

  std::uint64_t steps_found = 0;  ///< of the run as it was found
  bool shrunk = false;
  std::uint64_t shrink_executions = 0;
  /// Whether the token does not stand for this run, so that only the recording repeats it.
  bool needs_file() const { return shrunk && !token.plan; }

  /// For who does not know the memory model, a sentence a line: what was old, and which orders
  /// would have forbidden it. Empty where that is not what failed.
  std::vector<std::string> explanation;

  /// Where two runs of the same choices parted, one sentence a line; empty where they did not.
  std::vector<std::string> divergence;
};

/// What an exhaustive search says beside its counts.
struct ProofSummary {
  bool complete = false;           ///< nothing is left to explore
  std::uint32_t merged_loops = 0;  ///< the count is modulo the failed rounds of so many loops
};

/// What was learnt about one scenario.
struct ScenarioResult {
  const Scenario* scenario = nullptr;
  Verdict verdict = Verdict::no_verdict;
  std::uint64_t executions = 0;  ///< completed
  std::uint64_t blocked = 0;     ///< an `assume` failed
  std::uint64_t distinct = 0;
  std::uint64_t steps = 0;
  std::uint64_t found = 0;     ///< failing executions
  std::uint64_t recalled = 0;  ///< remembered runs that were tried first
  std::uint64_t recalled_found = 0;
  double elapsed_s = 0;
  std::vector<std::uint64_t> goal_hits;  ///< in the order of the scenario's goals
  std::optional<FailureRecord> failure;  ///< the first
  std::optional<ProofSummary> proof;     ///< of a search
  /// The scenario itself is wrong, or the harness is: a sentence; then there is no verdict.
  std::string trouble;
  bool internal = false;
};

struct CampaignResult {
  std::vector<ScenarioResult> scenarios;
  double elapsed_s = 0;
  bool interrupted = false;
};

/// The exit code of a whole campaign. `goals_warn` is for seeds taken from a commit.
ExitCode exit_code_of(const CampaignResult& result, bool goals_warn);

}  // namespace tidemark::sim::explore
