// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/memory.hpp"

#include <utility>

#include "tidemark/sim/choice/plan.hpp"
#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"

namespace tidemark::sim::explore {

std::optional<FailureRecord> recall(Runner& runner, const Memory& memory) {
  const choice::Token& token = memory.token;
  choice::RandomWalk walk(runner.options().bounds);
  // As it went on where it was found, so that the same file gives the same run.
  walk.begin(choice::execution_seed(token.seed, token.scenario, token.execution));
  choice::LenientReplay source(memory.choices, walk);
  if (verdict_of(runner.answer(source).outcome.category) == Verdict::held) return std::nullopt;
  std::vector<choice::Choice> choices = last_choices();
  report::TraceRecorder recorder;
  const RunResult again = runner.replay(choices, &recorder);
  FailureRecord record = record_failure(again, recorder.take(), std::move(choices));
  record.execution = token.execution;
  record.strategy = "corpus";
  record.token = token;
  record.token.compiler = choice::this_compiler();
  record.token.plan = choice::plan_of(record.choices);
  record.token.fingerprint = choice::fingerprint_of(record.trace.hashes());
  // What the token's seed stands for is another run: where its choices are too many for a line,
  // only a file repeats it.
  record.shrunk = true;
  if (!choice::fits_line(record.token)) record.token.plan.reset();
  return record;
}

}  // namespace tidemark::sim::explore
