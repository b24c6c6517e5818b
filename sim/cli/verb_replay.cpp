// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/recorded_run.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/report/failure_report.hpp"

namespace tidemark::sim::cli {

using explore::ExitCode;
using explore::FailureRecord;

ExitCode replay(const Options& options, std::span<const Scenario> table) {
  const auto found = find_run(options, table);
  if (const auto* wrong = std::get_if<report::Diagnostic>(&found)) return refuse(*wrong);
  const auto& wanted = std::get<RecordedRun>(found);
  explore::Runner runner = runner_of(wanted);
  auto repeated = repeat(wanted, runner);
  if (const auto* code = std::get_if<ExitCode>(&repeated)) return *code;
  auto& record = std::get<FailureRecord>(repeated);
  if (explore::verdict_of(record.category) != explore::Verdict::held) return show(options, record);
  print(report::render_held(record, output_style(), output_table(false)));
  return ExitCode::held;
}

}  // namespace tidemark::sim::cli
