// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/shrink_failure.hpp"

#include <utility>

namespace tidemark::sim::explore {

FailureRecord shrink_failure(Runner& runner, FailureRecord found, const ShrinkBudget& budget) {
  const Target target{.category = found.category, .property = found.property};
  ShrinkResult shrunk = shrink(runner, found.choices, target, budget);
  if (!shrunk.confirmed) return found;
  report::TraceRecorder recorder;
  const RunResult run = runner.replay(shrunk.choices, &recorder);
  if (!target.matches(run)) return found;
  FailureRecord record = record_failure(run, recorder.take(), std::move(shrunk.choices));
  record.execution = found.execution;
  record.strategy = found.strategy;
  record.steps_found = found.steps_found;
  record.shrunk = true;
  record.shrink_executions = found.shrink_executions + shrunk.executions;
  record.token = found.token;
  record.token.plan = std::move(shrunk.plan);
  record.token.fingerprint = choice::fingerprint_of(record.trace.hashes());
  // A line too long to paste is worse than a file: then the token stays that of the run as found.
  if (!choice::fits_line(record.token)) record.token = std::move(found.token);
  return record;
}

}  // namespace tidemark::sim::explore
