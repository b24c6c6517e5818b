// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/runner.hpp"

#include <algorithm>
#include <utility>

#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"

namespace tidemark::sim::explore {

namespace {

constexpr std::uint64_t kExecutionsMeasured = 4;

}  // namespace

kernel::Limits RunOptions::limits() const {
  kernel::Limits limits;
  if (steps_max) limits.faulty_steps = *steps_max;
  return limits;
}

Runner::Runner(const Scenario& scenario, const RunOptions& options)
    : scenario_(scenario),
      options_(options),
      walk_(options.bounds),
      pct_(options.bounds, std::max(1U, options.strategy.pct_depth)) {}

RunResult Runner::walk(const Origin& origin, kernel::TraceSink* trace, std::uint64_t shake) {
  const std::uint64_t seed = seed_of(origin, origin.execution);
  if (options_.strategy.pct_depth > 0) {
    pct_.begin(seed, expected_steps(origin));
    return answer(pct_, trace, shake);
  }
  walk_.begin(seed);
  return answer(walk_, trace, shake);
}

std::uint64_t Runner::seed_of(const Origin& origin, std::uint64_t execution) const {
  return choice::execution_seed(origin.seed, scenario_.name, execution);
}

std::uint64_t Runner::expected_steps(const Origin& origin) {
  if (expected_steps_ && expected_for_ == origin.seed) return *expected_steps_;
  std::uint64_t longest = 1;
  for (std::uint64_t execution = 0; execution < kExecutionsMeasured; ++execution) {
    walk_.begin(seed_of(origin, execution));
    longest = std::max(longest, answer(walk_).outcome.steps);
  }
  expected_for_ = origin.seed;
  // One that ends in the fair phase says how long waiting takes, not how long the work does.
  expected_steps_ = std::min(longest, options_.limits().faulty_steps);
  return *expected_steps_;
}

RunResult Runner::replay(std::span<const choice::Choice> choices, kernel::TraceSink* trace,
                         std::uint64_t shake) {
  choice::Replay source(choices);
  return answer(source, trace, shake);
}

RunResult Runner::answer(choice::Source& source, kernel::TraceSink* trace, std::uint64_t shake) {
  return run_once(
      scenario_, {.choices = &source, .limits = options_.limits(), .trace = trace, .shake = shake});
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
      const kernel::CallStack& stack = failure->stacks[at];
      record.places.push_back(
          {failure->fibers[at], failure->where[at], {stack.places, stack.places + stack.depth}});
    }
  }
  record.parameters = parameters_of_last_run();
  record.steps = run.outcome.steps;
  record.steps_found = run.outcome.steps;
  record.preemptions = trace.preemptions();
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
          .strategy = runner.options().strategy,
          .fingerprint = choice::fingerprint_of(trace.hashes())};
}

}  // namespace tidemark::sim::explore
