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

void Lane::recall() {
  for (const Memory& memory : options_.corpus) {
    if (done_ || memory.token.scenario != result_.scenario->name) continue;
    ++result_.recalled;
    if (auto record = explore::recall(runner_, memory)) on_recalled(std::move(*record));
  }
}

void Lane::on_recalled(FailureRecord record) {
  ++result_.recalled_found;
  done_ = done_ || !options_.keep_going;
  if (result_.failure) return;
  record.token.mutant = options_.mutant;
  result_.verdict = verdict_of(record.category);
  if (options_.shrink) record = shrink_failure(runner_, std::move(record));
  result_.failure = std::move(record);
}

void Lane::add(Batch batch) {
  waiting_.emplace(batch.first, std::move(batch));
  while (!done_ && !waiting_.empty() && waiting_.begin()->first == next_) {
    count(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
  }
  if (done_) waiting_.clear();
}

void Lane::add_what_waits() {
  for (const auto& [first, batch] : waiting_) {
    if (!done_) count(batch);
  }
  waiting_.clear();
}

void Lane::count(const Batch& batch) {
  next_ = batch.first + batch.ran;
  result_.executions += batch.executions;
  result_.blocked += batch.blocked;
  result_.steps += batch.steps;
  result_.found += batch.found;
  // Processes work side by side: so much of the time that passed was this scenario's.
  result_.elapsed_s += batch.elapsed_s / options_.jobs;
  for (std::size_t goal = 0; goal < result_.goal_hits.size(); ++goal) {
    result_.goal_hits[goal] += batch.goal_hits[goal];
  }
  for (const std::uint64_t hash : batch.hashes) distinct_.add(hash);
  if (!failure_) failure_ = batch.failure;
  ending_ = batch.ending;
  done_ = ending_ || next_ == options_.budget.executions;
}

void Lane::conclude() {
  if (std::exchange(concluded_, true)) return;
  if (ending_ &&
      (ending_->kind == Finding::Kind::trouble || ending_->kind == Finding::Kind::internal)) {
    return stop_with_trouble(ending_->sentence, ending_->kind == Finding::Kind::internal);
  }
  if (ending_ && ending_->kind == Finding::Kind::nondeterminism) return on_nondeterminism(*ending_);
  if (failure_ && !result_.failure) on_failure(*failure_);
}

void Lane::on_failure(const Finding& found) {
  const Origin origin{options_.seed.value, found.execution, options_.mutant};
  Finding other = found;
  other.second = signature_of(runner_.walk(origin));
  if (other.second != found.first) return on_nondeterminism(other);
  std::vector<choice::Choice> choices = last_choices();
  report::TraceRecorder recorder;
  const RunResult again = runner_.replay(choices, &recorder);
  other.second = signature_of(again);
  if (other.second != found.first) return on_nondeterminism(other);
  result_.verdict = verdict_of(found.first.category);
  FailureRecord record = record_failure(again, recorder.take(), std::move(choices));
  record.execution = origin.execution;
  record.strategy = options_.run.strategy.name();
  record.token = token_of(runner_, origin, record.trace);
  if (options_.shrink) record = shrink_failure(runner_, std::move(record));
  result_.failure = std::move(record);
}

void Lane::on_nondeterminism(const Finding& found) {
  const Origin origin{options_.seed.value, found.execution, options_.mutant};
  const Divergence parted =
      explain_nondeterminism(runner_, origin, found.first, found.second, found.shake);
  done_ = true;
  result_.verdict = Verdict::nondeterministic;
  FailureRecord record;
  record.category = Category::diverged;
  record.property = "determinism";
  record.message = parted.message;
  record.divergence = parted.sentences;
  record.execution = origin.execution;
  record.strategy = options_.run.strategy.name();
  record.steps = found.first.steps;
  record.token = token_of(runner_, origin, {});
  record.token.fingerprint.reset();  // no run of it is the run
  result_.failure = std::move(record);
}

void Lane::stop_with_trouble(std::string sentence, bool internal) {
  done_ = concluded_ = true;
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
