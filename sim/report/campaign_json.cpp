// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/campaign_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tidemark/sim/explore/version.hpp"
#include "tidemark/sim/report/causal_slice.hpp"
#include "tidemark/sim/report/failure_report.hpp"

namespace tidemark::sim::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr int kIndent = 2;

Json head_json(const JsonHead& head) {
  return {{"tidemark", explore::version()}, {"schema", kSchema},
          {"command", head.command},        {"seed", choice::format_seed(head.seed)},
          {"elapsed_s", head.elapsed_s},    {"scenarios", Json::array()}};
}

const char* word_for(Goal::Kind kind) {
  return kind == Goal::Kind::sometimes ? "sometimes" : "reachable";
}

Json bound_or_null(std::uint32_t bound) {
  return bound == choice::Bounds::kUnbounded ? Json() : Json(bound);
}

Json where_json(const explore::FailureRecord& failure) {
  Json where = Json::array();
  if (failure.trace.threads.empty()) return where;
  Symbolizer symbols;
  for (const explore::Place& place : failure.places) {
    const Frame frame = symbols.display(place.calls());
    if (frame.line == 0) continue;
    where.push_back(
        {{"thread", failure.trace.thread_name(place.fiber)}, {"source", format_source(frame)}});
  }
  // A race has its two places; anything else is explained by where everybody stands.
  if (!where.empty()) return where;
  for (const Standing& one : standings(failure.trace, symbols)) {
    where.push_back({{"thread", one.thread}, {"source", one.source}, {"state", one.state}});
  }
  return where;
}

Json failure_json(const explore::FailureRecord& failure) {
  return {{"property", failure.property},
          {"category", kernel::name_of(failure.category)},
          {"message", failure.message},
          {"token", choice::format_token(failure.token)},
          {"reproduce", reproduce_argument(failure)},
          {"file", failure.file.empty() ? Json() : Json(failure.file)},
          {"execution", failure.execution},
          {"strategy", failure.strategy},
          {"steps_found", failure.steps_found},
          {"steps", count_rows(causal_slice(failure), failure.trace)},
          {"switches", failure.preemptions},
          {"faults", failure.trace.count(kernel::NoteKind::fault) +
                         failure.trace.count(kernel::NoteKind::crash)},
          {"shrink_executions", failure.shrink_executions},
          {"where", where_json(failure)}};
}

Json goals_json(const explore::ScenarioResult& result) {
  Json goals = Json::array();
  for (std::size_t at = 0; at < result.goal_hits.size(); ++at) {
    const Goal& goal = result.scenario->goals[at];
    goals.push_back(
        {{"name", goal.name}, {"kind", word_for(goal.kind)}, {"hits", result.goal_hits[at]}});
  }
  return goals;
}

Json scenario_json(const explore::ScenarioResult& result, const explore::CampaignOptions& options) {
  const double rate =
      result.elapsed_s > 0 ? static_cast<double>(result.executions) / result.elapsed_s : 0;
  Json json = {{"name", result.scenario->name},
               {"verdict", explore::name_of(result.verdict)},
               {"mode", result.proof ? "exhaustive" : "campaign"},
               {"complete", result.proof && result.proof->complete},
               {"reduction", result.proof ? "graph" : "none"},
               {"bound",
                {{"preemptions", nullptr},
                 {"crashes", bound_or_null(options.run.bounds.events)},
                 {"steps", options.run.limits().faulty_steps}}},
               {"executions", result.executions},
               {"blocked", result.blocked},
               {"distinct", result.distinct},
               {"steps", result.steps},
               {"elapsed_s", result.elapsed_s},
               {"executions_per_s", rate},
               {"strategies",
                {{options.run.strategy.name(),
                  {{"executions", result.executions}, {"found", result.found}}}}},
               {"goals", goals_json(result)},
               {"failure", result.failure ? failure_json(*result.failure) : Json()}};
  if (result.proof) json["merged_loops"] = result.proof->merged_loops;
  if (result.recalled > 0) {
    json["strategies"]["corpus"] = {{"executions", result.recalled},
                                    {"found", result.recalled_found}};
  }
  if (!result.trouble.empty()) json["trouble"] = result.trouble;
  return json;
}

bool is_named(const Json& failure, std::span<const std::string> named) {
  return std::find(named.begin(), named.end(), failure.at("property").get<std::string>()) !=
         named.end();
}

MutantRun to_mutant_run(const Json& scenario) {
  MutantRun run{.scenario = scenario.at("name"),
                .verdict = scenario.at("verdict"),
                .executions = scenario.at("executions"),
                .elapsed_s = scenario.at("elapsed_s"),
                .property = {},
                .category = {},
                .message = {},
                .reproduce = {}};
  if (const Json& failure = scenario.at("failure"); !failure.is_null()) {
    run.property = failure.at("property");
    run.category = failure.at("category");
    run.message = failure.at("message");
    run.reproduce = failure.at("reproduce");
  }
  return run;
}

/// The scenario that says most about a mutant: caught as named, else caught, else the first.
const Json* telling_scenario(const Json& report, std::span<const std::string> named) {
  const Json* best = nullptr;
  int best_rank = -1;
  for (const Json& scenario : report.at("scenarios")) {
    const Json& failure = scenario.at("failure");
    const int rank = failure.is_null() ? 0 : (is_named(failure, named) ? 2 : 1);
    if (rank > best_rank) {
      best = &scenario;
      best_rank = rank;
    }
  }
  return best;
}

}  // namespace

std::string campaign_json(const explore::CampaignResult& result, const JsonHead& head,
                          const explore::CampaignOptions& options) {
  Json json = head_json(head);
  for (const auto& scenario : result.scenarios) {
    json["scenarios"].push_back(scenario_json(scenario, options));
  }
  return json.dump(kIndent) + "\n";
}

std::string scenarios_json(std::span<const Scenario* const> scenarios) {
  Json json = {{"tidemark", explore::version()}, {"schema", kSchema}, {"scenarios", Json::array()}};
  for (const Scenario* scenario : scenarios) {
    Json goals = Json::array();
    for (const Goal& goal : scenario->goals) {
      goals.push_back({{"name", goal.name}, {"kind", word_for(goal.kind)}});
    }
    json["scenarios"].push_back(
        {{"name", scenario->name},
         {"claim", scenario->claim},
         {"tags", Json(std::vector<std::string>(scenario->tags.begin(), scenario->tags.end()))},
         {"properties",
          Json(std::vector<std::string>(scenario->properties.begin(), scenario->properties.end()))},
         {"goals", goals}});
  }
  return json.dump(kIndent) + "\n";
}

std::optional<MutantRun> read_mutant_run(std::string_view report,
                                         std::span<const std::string> named) {
  const Json json = Json::parse(report, nullptr, false);
  if (json.is_discarded() || !json.contains("scenarios")) return std::nullopt;
  const Json* scenario = telling_scenario(json, named);
  if (scenario == nullptr) return std::nullopt;
  return to_mutant_run(*scenario);
}

std::string mutants_json(std::span<const MutantEntry> entries, const JsonHead& head) {
  Json json = head_json(head);
  for (const MutantEntry& entry : entries) {
    Json one = {{"name", entry.name}, {"verdict", "no_verdict"}, {"failure", nullptr}};
    const Json report = Json::parse(entry.report, nullptr, false);
    if (!report.is_discarded()) {
      if (const Json* scenario = telling_scenario(report, entry.named); scenario != nullptr) {
        one = *scenario;
        one["scenario"] = one["name"];
        one["name"] = entry.name;
      }
    }
    one["mutant"] = true;
    one["named"] = entry.named;
    if (!entry.trouble.empty()) one["trouble"] = entry.trouble;
    json["scenarios"].push_back(std::move(one));
  }
  return json.dump(kIndent) + "\n";
}

}  // namespace tidemark::sim::report
