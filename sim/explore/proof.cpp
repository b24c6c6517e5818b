// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/proof.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/graph/search.hpp"
#include "tidemark/sim/report/graph_explanation.hpp"

namespace tidemark::sim::explore {
namespace {

using Clock = std::chrono::steady_clock;
using graph::RunEnd;
using kernel::Category;

constexpr std::uint64_t kRunsBetweenLooks = 512;

/// One run along the graph at hand. Nothing is asked of the choice stream: the graph answers.
class SearchRunner {
 public:
  SearchRunner(const Scenario& scenario, const RunOptions& options)
      : scenario_(scenario), options_(options) {}

  RunResult run(kernel::TraceSink* trace = nullptr) {
    return run_once(
        scenario_,
        {.choices = &nobody_, .limits = options_.limits(), .trace = trace, .search = true});
  }

 private:
  const Scenario& scenario_;
  const RunOptions& options_;
  choice::RandomWalk nobody_;
};

class Proof {
 public:
  Proof(const Scenario& scenario, const CampaignOptions& options, const Listener& listener,
        Clock::time_point began)
      : options_(options), listener_(listener), began_(began), runner_(scenario, options.run) {
    result_.scenario = &scenario;
    result_.goal_hits.resize(scenario.goals.size());
    result_.proof.emplace();
  }

  /// False when the user has interrupted it.
  bool search() {
    const Clock::time_point first = Clock::now();
    graph::begin();
    while (!over() && graph::next()) {
      step();
      ++runs_;
    }
    result_.elapsed_s = std::chrono::duration<double>(Clock::now() - first).count();
    const graph::Counters& counters = graph::counters();
    result_.executions = counters.executions;
    result_.blocked = counters.blocked;
    result_.distinct = counters.executions;
    result_.proof->merged_loops = graph::merged_loops();
    result_.proof->complete = !stopped_;
    if (!stopped_) conclude();
    return !interrupted_;
  }

  ScenarioResult take() && { return std::move(result_); }

 private:
  bool over() {
    if (stopped_) return true;
    const std::uint64_t executions = graph::counters().executions;
    if (options_.budget.executions && executions >= *options_.budget.executions) stopped_ = true;
    if (runs_ % kRunsBetweenLooks != 0) return stopped_;
    const Clock::duration elapsed = Clock::now() - began_;
    if (options_.budget.time && elapsed >= *options_.budget.time) stopped_ = true;
    if (listener_.interrupted()) stopped_ = interrupted_ = true;
    Progress progress{.scenario = result_.scenario->name};
    progress.elapsed_s = std::chrono::duration<double>(elapsed).count();
    progress.executions = executions;
    progress.failures = result_.failure ? 1 : 0;
    progress.fraction = graph::fraction_done();
    listener_.progress(progress);
    return stopped_;
  }

  void step() {
    const RunResult run = runner_.run();
    const RunEnd end = graph::ended();
    // A search that begins anew counts from the beginning.
    if (graph::counters().executions == 0) forget_counts();
    result_.steps += run.outcome.steps;
    if (run.misuse != nullptr) return stop_with(run.misuse);
    if (end != RunEnd::complete || run.outcome.category == Category::assume) return;
    for (std::size_t goal = 0; goal < result_.goal_hits.size(); ++goal) {
      result_.goal_hits[goal] += (run.goals_hit >> goal) & 1;
    }
    if (run.outcome.category == Category::none) return;
    ++result_.found;
    if (!result_.failure) on_failure(run.outcome.category);
    if (!options_.keep_going) stopped_ = true;
  }

  void forget_counts() {
    result_.steps = 0;
    std::fill(result_.goal_hits.begin(), result_.goal_hits.end(), 0);
  }

  // The graph is still there: the same run again, traced.
  void on_failure(Category category) {
    report::TraceRecorder recorder;
    const RunResult again = runner_.run(&recorder);
    FailureRecord record = record_failure(again, recorder.take(), {});
    record.execution = runs_;
    record.strategy = "graph";
    choice::Token& token = record.token;
    token.compiler = choice::this_compiler();
    token.scenario = result_.scenario->name;
    token.mutant = options_.mutant;
    token.execution = runs_;
    token.steps_max = options_.run.steps_max;
    token.strategy.proof = true;
    token.fingerprint = choice::fingerprint_of(record.trace.hashes());
    if (again.outcome.category != category) {
      record.category = Category::diverged;
      record.property = "determinism";
    }
    if (record.category == Category::diverged) {
      result_.verdict = Verdict::nondeterministic;
    } else {
      result_.verdict = verdict_of(record.category);
      record.explanation = report::explain_graph(record.trace);
    }
    result_.failure = std::move(record);
  }

  void stop_with(const char* sentence) {
    stopped_ = true;
    result_.trouble = sentence;
  }

  void conclude() {
    if (result_.failure || !result_.trouble.empty() || result_.executions == 0) return;
    const bool all_goals = std::all_of(result_.goal_hits.begin(), result_.goal_hits.end(),
                                       [](std::uint64_t hits) { return hits > 0; });
    result_.verdict = all_goals ? Verdict::held : Verdict::goal_missed;
  }

  const CampaignOptions& options_;
  const Listener& listener_;
  Clock::time_point began_;
  SearchRunner runner_;
  ScenarioResult result_;
  std::uint64_t runs_ = 0;
  bool stopped_ = false;
  bool interrupted_ = false;
};

}  // namespace

CampaignResult run_proofs(std::span<const Scenario* const> scenarios,
                          const CampaignOptions& options, const Listener& listener) {
  const Clock::time_point began = Clock::now();
  CampaignResult result;
  for (const Scenario* scenario : scenarios) {
    Proof proof(*scenario, options, listener, began);
    const bool finished = result.interrupted || proof.search();
    result.interrupted = result.interrupted || !finished;
    result.scenarios.push_back(std::move(proof).take());
  }
  result.elapsed_s = std::chrono::duration<double>(Clock::now() - began).count();
  return result;
}

RunResult repeat_search(const Scenario& scenario, const RunOptions& options, std::uint64_t run,
                        kernel::TraceSink* trace) {
  SearchRunner runner(scenario, options);
  graph::begin();
  RunResult result;
  for (std::uint64_t at = 0; graph::next(); ++at) {
    result = runner.run();
    graph::ended();
    if (at == run) return runner.run(trace);
  }
  return result;
}

}  // namespace tidemark::sim::explore
