// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/runner.hpp"

#include <utility>

#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"

namespace tidemark::sim::explore {

kernel::Limits RunOptions::limits() const {
  kernel::Limits limits;
  if (steps_max) limits.faulty_steps = *steps_max;
  return limits;
}

Runner::Runner(const Scenario& scenario, const RunOptions& options)
    : scenario_(scenario), options_(options), walk_(options.bounds) {}

RunResult Runner::walk(const Origin& origin, kernel::TraceSink* trace) {
  walk_.begin(choice::execution_seed(origin.seed, scenario_.name, origin.execution));
  return run_once(scenario_, {.choices = &walk_, .limits = options_.limits(), .trace = trace});
}

RunResult Runner::replay(std::span<const choice::Choice> choices, kernel::TraceSink* trace) {
  choice::Replay source(choices);
  return run_once(scenario_, {.choices = &source, .limits = options_.limits(), .trace = trace});
}

std::vector<choice::Choice> last_choices() {
  const kernel::ChoiceSpan span = kernel::choices();
  return {span.data, span.data + span.size};
}

FailureRecord record_failure(const RunResult& run, report::Trace trace,
                             std::vector<choice::Choice> choices) {
  FailureRecord record;
  record.category = run.outcome.category;
  record.property = kernel::name_of(run.outcome.category);
  if (const kernel::Failure* failure = run.outcome.failure; failure != nullptr) {
    if (failure->property[0] != '\0') record.property = failure->property;
    record.message = failure->message;
    for (std::size_t at = 0; at < failure->places; ++at) {
      record.places.push_back({failure->fibers[at], failure->where[at]});
    }
  }
  record.parameters = parameters_of_last_run();
  record.steps = run.outcome.steps;
  record.preemptions = run.outcome.preemptions;
  record.trace = std::move(trace);
  record.choices = std::move(choices);
  return record;
}

choice::Token token_of(const Runner& runner, const Origin& origin, const report::Trace& trace) {
  return {.compiler = choice::this_compiler(),
          .scenario = std::string(runner.scenario().name),
          .mutant = origin.mutant,
          .seed = origin.seed,
          .execution = origin.execution,
          .steps_max = runner.options().steps_max,
          .bounds = runner.options().bounds,
          .fingerprint = choice::fingerprint_of(trace.hashes())};
}

}  // namespace tidemark::sim::explore
