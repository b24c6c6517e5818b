// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/exploration.hpp"

#include <fmt/format.h>

#include "tidemark/sim/cli/artifacts.hpp"
#include "tidemark/sim/cli/corpus.hpp"
#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/interrupt.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/progress.hpp"
#include "tidemark/sim/cli/select.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/report/campaign_json.hpp"
#include "tidemark/sim/report/failure_report.hpp"
#include "tidemark/sim/report/machines.hpp"
#include "tidemark/sim/report/summary.hpp"

namespace tidemark::sim::cli {
namespace {

using explore::CampaignOptions;
using explore::CampaignResult;
using explore::ExitCode;
using report::Diagnostic;

constexpr auto kTimeByDefault = std::chrono::seconds(60);

CampaignOptions campaign_of(const Options& options) {
  CampaignOptions campaign;
  campaign.seed = options.seed ? *options.seed : choice::Seed{.value = choice::fresh_seed()};
  campaign.budget = {.executions = options.executions, .time = options.time};
  // A search ends by itself.
  if (!options.executions && !options.time && options.verb != "verify" && !options.exhaustively) {
    campaign.budget.time = kTimeByDefault;
  }
  campaign.run = {
      .steps_max = options.steps_max, .bounds = options.bounds, .strategy = options.strategy};
  campaign.mutant = options.mutant;
  campaign.shrink = options.shrink;
  campaign.keep_going = options.keep_going;
  campaign.shake = options.shake;
  campaign.jobs = options.jobs;
  return campaign;
}

CampaignResult explore_all(const Selection& scenarios, const CampaignOptions& campaign,
                           const Explorer& explorer, bool quiet) {
  ProgressLine line(quiet);
  explore::Listener listener;
  listener.progress = [&](const explore::Progress& progress) { line.show(progress); };
  listener.interrupted = interrupted;
  return explorer(scenarios, campaign, listener);
}

/// The results in the order in which a reader needs them: what was explored, then each failure,
/// whose last line repeats it.
void print_results(const CampaignResult& result, const CampaignOptions& campaign) {
  const report::Style style = output_style();
  std::string text = report::render_summary(result, style, campaign.seed.from_commit);
  const bool searched = !result.scenarios.empty() && result.scenarios.front().proof;
  if (!searched) text += "seed " + choice::format_seed(campaign.seed.value);
  if (result.interrupted) text += searched ? "interrupted" : ", interrupted";
  if (!text.ends_with("\n")) text += "\n";
  for (const explore::ScenarioResult& one : result.scenarios) {
    if (one.failure) text += "\n" + report::render_failure(*one.failure, style, output_table(true));
  }
  print(text);
}

std::optional<Diagnostic> check_outputs(const Options& options) {
  for (const std::string& file : {options.json, options.junit}) {
    if (file.empty()) continue;
    if (auto wrong = check_writable(file)) return wrong;
  }
  return options.artifacts.empty() ? std::nullopt : check_artifacts(options.artifacts);
}

std::optional<Diagnostic> write_outputs(const Options& options, const CampaignOptions& campaign,
                                        CampaignResult& result) {
  for (explore::ScenarioResult& one : result.scenarios) {
    if (!one.failure) continue;
    if (auto wrong = keep(options, *one.failure)) return wrong;
    if (auto wrong = remember(options, *one.failure)) return wrong;
  }
  if (!options.junit.empty()) {
    const std::string text = report::junit_xml(result, campaign.seed.from_commit);
    if (auto wrong = write_file(options.junit, text)) return wrong;
  }
  if (options.json.empty()) return std::nullopt;
  const report::JsonHead head{
      .command = options.command, .seed = campaign.seed.value, .elapsed_s = result.elapsed_s};
  return write_file(options.json, report::campaign_json(result, head, campaign));
}

}  // namespace

ExitCode explore_as(const Options& options, std::span<const Scenario> table,
                    const Explorer& explorer) {
  const auto selected = select(table, options.arguments);
  if (const auto* wrong = std::get_if<Diagnostic>(&selected)) return refuse(*wrong);
  if (const auto wrong = check_outputs(options)) return refuse(*wrong);
  if (const auto wrong = ensure_mutant(options.mutant, table, options.command))
    return refuse(*wrong);
  catch_interrupts();
  CampaignOptions campaign = campaign_of(options);
  auto corpus = read_corpus(options);
  if (const auto* wrong = std::get_if<Diagnostic>(&corpus)) return refuse(*wrong);
  campaign.corpus = std::move(std::get<std::vector<explore::Memory>>(corpus));
  CampaignResult result =
      explore_all(std::get<Selection>(selected), campaign, explorer, options.quiet);
  const auto unwritten = write_outputs(options, campaign, result);
  // Before the failures: their last line is the command that repeats them.
  if (options.github) print(report::github_annotations(result, campaign.seed.from_commit));
  print_results(result, campaign);
  if (unwritten) return refuse(*unwritten);
  return explore::exit_code_of(result, campaign.seed.from_commit);
}

}  // namespace tidemark::sim::cli
