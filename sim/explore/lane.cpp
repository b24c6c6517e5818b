// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/lane.hpp"

#include <algorithm>
#include <utility>

#include "tidemark/sim/explore/shrink_failure.hpp"

namespace tidemark::sim::explore {

using kernel::Category;

Lane::Lane(const Scenario& scenario, const CampaignOptions& options)
    : options_(options), runner_(scenario, options.run) {
  result_.scenario = &scenario;
  result_.goal_hits.resize(scenario.goals.size());
  done_ = options.budget.executions == 0;
}

void Lane::advance() {
  const Origin origin{options_.seed.value, next_++, options_.mutant};
  const RunResult run = runner_.walk(origin);
  done_ = next_ == options_.budget.executions;
  if (run.misuse != nullptr) return stop_with_trouble(run.misuse, false);
  const Category category = run.outcome.category;
  if (category == Category::internal || category == Category::diverged) {
    // A strategy answers what it was offered: here, a divergence is the harness' own mistake.
    const kernel::Failure* failure = run.outcome.failure;
    return stop_with_trouble(failure != nullptr ? failure->message : "the kernel gave up", true);
  }
  result_.steps += run.outcome.steps;
  if (category == Category::assume) {
    ++result_.blocked;
    return;
  }
  ++result_.executions;
  distinct_.add(run.outcome.hash);
  for (std::size_t goal = 0; goal < result_.goal_hits.size(); ++goal) {
    result_.goal_hits[goal] += (run.goals_hit >> goal) & 1;
  }
  if (category != Category::none) return on_failure(run, origin);
  if (is_sampled(origin.execution)) check_again(signature_of(run), origin);
}

void Lane::check_again(const Signature& first, const Origin& origin) {
  const Signature second = signature_of(runner_.replay(last_choices()));
  if (second != first) on_nondeterminism(first, second, origin);
}

void Lane::on_failure(const RunResult& run, const Origin& origin) {
  ++result_.found;
  done_ = done_ || !options_.keep_going;
  if (result_.failure) return;
  const Signature first = signature_of(run);
  std::vector<choice::Choice> choices = last_choices();
  report::TraceRecorder recorder;
  // The second run both checks determinism and writes the failure down.
  const RunResult again = runner_.replay(choices, &recorder);
  if (const Signature second = signature_of(again); second != first) {
    return on_nondeterminism(first, second, origin);
  }
  result_.verdict = verdict_of(first.category);
  FailureRecord record = record_failure(again, recorder.take(), std::move(choices));
  record.execution = origin.execution;
  record.strategy = options_.run.strategy.name();
  record.token = token_of(runner_, origin, record.trace);
  if (options_.shrink) record = shrink_failure(runner_, std::move(record));
  result_.failure = std::move(record);
}

void Lane::on_nondeterminism(const Signature& first, const Signature& second,
                             const Origin& origin) {
  done_ = true;
  result_.verdict = Verdict::nondeterministic;
  FailureRecord record;
  record.category = Category::diverged;
  record.property = "determinism";
  record.message = "the same choices gave two different runs";
  record.divergence = explain_nondeterminism(runner_, origin, first, second);
  record.execution = origin.execution;
  record.strategy = options_.run.strategy.name();
  record.steps = first.steps;
  record.token = token_of(runner_, origin, {});
  record.token.fingerprint.reset();  // no run of it is the run
  result_.failure = std::move(record);
}

void Lane::stop_with_trouble(std::string sentence, bool internal) {
  done_ = true;
  result_.verdict = Verdict::no_verdict;
  result_.trouble = std::move(sentence);
  result_.internal = internal;
}

ScenarioResult Lane::finish() && {
  result_.distinct = distinct_.count();
  if (!result_.failure && result_.trouble.empty() && result_.executions > 0) {
    const bool all_goals = std::all_of(result_.goal_hits.begin(), result_.goal_hits.end(),
                                       [](std::uint64_t hits) { return hits > 0; });
    result_.verdict = all_goals ? Verdict::held : Verdict::goal_missed;
  }
  return std::move(result_);
}

}  // namespace tidemark::sim::explore
