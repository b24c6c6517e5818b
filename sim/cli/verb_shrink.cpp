// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/recorded_run.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/explore/shrink_failure.hpp"

namespace tidemark::sim::cli {

using explore::ExitCode;
using explore::FailureRecord;

ExitCode shrink(const Options& options, std::span<const Scenario> table) {
  const auto found = find_run(options, table);
  if (const auto* wrong = std::get_if<report::Diagnostic>(&found)) return refuse(*wrong);
  const auto& wanted = std::get<RecordedRun>(found);
  explore::Runner runner = runner_of(wanted);
  auto repeated = repeat(wanted, runner);
  if (const auto* code = std::get_if<ExitCode>(&repeated)) return *code;
  auto& record = std::get<FailureRecord>(repeated);
  if (wanted.token.strategy.proof) {
    return refuse({.error = "a run of a search is not a list of choices that could be shortened",
                   .help = {"`tidemark replay` shows it; `tidemark run` finds a failure to shrink"},
                   .notes = {}});
  }
  if (explore::verdict_of(record.category) == explore::Verdict::held) {
    return refuse({.error = "nothing fails in '" + wanted.name + "'",
                   .help = {"`tidemark replay` shows the run"},
                   .notes = {}});
  }
  FailureRecord shrunk = explore::shrink_failure(runner, std::move(record));
  return show(options, shrunk);
}

}  // namespace tidemark::sim::cli
