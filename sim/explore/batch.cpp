// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/batch.hpp"

#include <utility>

namespace tidemark::sim::explore {
namespace {

using kernel::Category;

Finding finding(Finding::Kind kind, std::uint64_t execution, std::string sentence = {}) {
  Finding found;
  found.kind = kind;
  found.execution = execution;
  found.sentence = std::move(sentence);
  return found;
}

}  // namespace

BatchRunner::BatchRunner(const Scenario& scenario, const CampaignOptions& options)
    : options_(options), runner_(scenario, options.run) {}

Batch BatchRunner::run(std::uint64_t first, std::uint64_t count, std::atomic<std::uint64_t>& at) {
  Batch batch;
  batch.first = first;
  batch.goal_hits.resize(runner_.scenario().goals.size());
  while (batch.ran < count && !batch.ending) {
    at.store(first + batch.ran, std::memory_order_relaxed);
    advance(batch, first + batch.ran);
    ++batch.ran;
  }
  return batch;
}

void BatchRunner::advance(Batch& batch, std::uint64_t execution) {
  const RunResult run = runner_.walk({options_.seed.value, execution, options_.mutant});
  if (run.misuse != nullptr) {
    batch.ending = finding(Finding::Kind::trouble, execution, run.misuse);
    return;
  }
  const Category category = run.outcome.category;
  if (category == Category::internal || category == Category::diverged) {
    // A strategy answers what it was offered: here, a divergence is the harness' own mistake.
    const kernel::Failure* failure = run.outcome.failure;
    batch.ending = finding(Finding::Kind::internal, execution,
                           failure != nullptr ? failure->message : "the kernel gave up");
    return;
  }
  batch.steps += run.outcome.steps;
  if (category == Category::assume) {
    ++batch.blocked;
    return;
  }
  ++batch.executions;
  batch.hashes.push_back(run.outcome.hash);
  for (std::size_t goal = 0; goal < batch.goal_hits.size(); ++goal) {
    batch.goal_hits[goal] += (run.goals_hit >> goal) & 1;
  }
  const Signature first = signature_of(run);
  if (category != Category::none) on_failure(batch, first, execution);
  if (category != Category::none || options_.shake || is_sampled(execution)) {
    check_again(batch, first, execution);
  }
}

void BatchRunner::on_failure(Batch& batch, const Signature& first, std::uint64_t execution) {
  ++batch.found;
  Finding found = finding(Finding::Kind::failure, execution);
  found.first = first;
  if (!batch.failure) batch.failure = found;
  if (!options_.keep_going) batch.ending = found;
}

void BatchRunner::check_again(Batch& batch, const Signature& first, std::uint64_t execution) {
  const std::uint64_t shake =
      options_.shake ? shake_of(options_.seed.value, execution) : kNotShaken;
  const Signature second = signature_of(runner_.replay(last_choices(), nullptr, shake));
  if (second == first) return;
  batch.ending = finding(Finding::Kind::nondeterminism, execution);
  batch.ending->first = first;
  batch.ending->second = second;
  batch.ending->shake = shake;
}

}  // namespace tidemark::sim::explore
