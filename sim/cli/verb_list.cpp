// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/select.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/report/campaign_json.hpp"

namespace tidemark::sim::cli {
namespace {

std::string describe(const Scenario& scenario, const report::Style& style) {
  std::string text = fmt::format("{}\n  {}\n", style.strong(scenario.name), scenario.claim);
  if (!scenario.tags.empty()) text += fmt::format("  tags: {}\n", fmt::join(scenario.tags, ", "));
  text += fmt::format("  properties: {}\n", fmt::join(scenario.properties, ", "));
  for (const Goal& goal : scenario.goals) {
    text += fmt::format("  goal: {} ({})\n", goal.name,
                        goal.kind == Goal::Kind::sometimes ? "sometimes" : "reachable");
  }
  return text;
}

}  // namespace

explore::ExitCode list(const Options& options, std::span<const Scenario> table) {
  const auto selected = select(table, options.arguments);
  if (const auto* wrong = std::get_if<report::Diagnostic>(&selected)) return refuse(*wrong);
  const auto& scenarios = std::get<Selection>(selected);
  if (!options.json.empty()) {
    if (const auto wrong = check_writable(options.json)) return refuse(*wrong);
    if (const auto wrong = write_file(options.json, report::scenarios_json(scenarios))) {
      return refuse(*wrong);
    }
  }
  std::string text;
  for (const Scenario* scenario : scenarios) text += describe(*scenario, output_style());
  print(text);
  return explore::ExitCode::held;
}

}  // namespace tidemark::sim::cli
