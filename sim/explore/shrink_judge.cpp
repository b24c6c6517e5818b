// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/shrink_judge.hpp"

#include <time.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace tidemark::sim::explore {
namespace {

// What an element costs a reader, in steps, of which the table shows but a few. A fault or a crash
// has to be imagined; a preemption has to be held in mind until the thread comes back.
constexpr std::uint64_t kEvent = 240;
constexpr std::uint64_t kFault = 160;
constexpr std::uint64_t kPreemption = 100;
constexpr std::uint64_t kAdvance = 48;
constexpr std::uint64_t kOddity = 32;

/// Of the schedules that are searched for: up to three preemptions.
constexpr std::uint64_t kDepthMost = 4;

std::uint64_t size_of(const choice::Plan& plan) {
  std::uint64_t size = 0;
  for (const choice::Segment& segment : plan.schedule) {
    size += segment.length == choice::Segment::kWhileOffered ? 2 : 3;
  }
  for (const auto& list : plan.values) size += list.size();
  return size;
}

Cost cost_of(const RunResult& run, const choice::PlanReplay& replay) {
  const choice::PlanReplay::Counts& counts = replay.counts();
  // The fair phase is as long as it takes to see that nothing comes any more: not worth a trade.
  const std::uint64_t steps =
      run.outcome.healed ? counts.last_step + std::bit_width(run.outcome.steps) : run.outcome.steps;
  return {.weight = counts.events * kEvent + counts.faults * kFault +
                    counts.preemptions * kPreemption + counts.advances * kAdvance +
                    counts.oddities * kOddity + steps,
          .value_sum = counts.value_sum};
}

std::chrono::nanoseconds processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

bool Target::matches(const RunResult& run) const {
  if (run.misuse != nullptr || run.outcome.category != category) return false;
  if (category == kernel::Category::race) return true;
  const kernel::Failure* failure = run.outcome.failure;
  const bool named = failure != nullptr && failure->property[0] != '\0';
  return property == std::string_view(named ? failure->property : kernel::name_of(category));
}

ShrinkJudge::ShrinkJudge(Runner& runner, const Target& target, const ShrinkBudget& budget)
    : runner_(runner), target_(target), budget_(budget), end_(processor_time() + budget.time) {}

ShrinkJudge::Tried ShrinkJudge::execute(const choice::Plan& plan) {
  ++executions_;
  choice::PlanReplay replay(plan);
  const RunResult run = runner_.answer(replay);
  if (!target_.matches(run)) return {};
  Tried tried{.fails = true,
              .cost = cost_of(run, replay),
              .used = replay.used(),
              .counts = replay.counts()};
  tried.cost.plan_size = size_of(tried.used);
  return tried;
}

bool ShrinkJudge::start(const choice::Plan& plan) {
  Tried tried = execute(plan);
  if (!tried.fails) return false;
  keep(std::move(tried));
  return true;
}

void ShrinkJudge::keep(Tried tried) {
  best_ = std::move(tried.used);
  cost_ = tried.cost;
  counts_ = tried.counts;
}

bool ShrinkJudge::improves(const choice::Plan& candidate) {
  if (exhausted()) return false;
  Tried tried = execute(candidate);
  if (!tried.fails || tried.cost >= cost_) return false;
  keep(std::move(tried));
  return true;
}

bool ShrinkJudge::improves_by(const std::function<void(choice::Plan&)>& change) {
  choice::Plan candidate = best_;
  change(candidate);
  return candidate != best_ && improves(candidate);
}

std::optional<choice::Plan> ShrinkJudge::explore(const choice::Plan& inputs, std::uint64_t seed) {
  const auto at_most = [](std::uint64_t count) { return static_cast<std::uint32_t>(count); };
  const choice::Bounds bounds{
      .events = at_most(counts_.events), .faults = 0, .advances = at_most(counts_.advances + 1)};
  choice::Pct schedule(bounds, 1 + static_cast<std::uint32_t>(seed % kDepthMost));
  schedule.begin(seed, std::max<std::uint64_t>(1, counts_.last_step));
  return explore(inputs, schedule);
}

std::optional<choice::Plan> ShrinkJudge::explore(const choice::Plan& inputs,
                                                 choice::Source& schedule) {
  ++executions_;
  choice::PlannedInputs source(inputs, schedule);
  if (!target_.matches(runner_.answer(source))) return std::nullopt;
  return choice::plan_of(last_choices());
}

std::vector<choice::Turn> ShrinkJudge::turns() {
  ++executions_;
  choice::PlanReplay replay(best_);
  choice::TurnRecorder recorder(replay);
  runner_.answer(recorder);
  return {recorder.turns().begin(), recorder.turns().end()};
}

ShrinkJudge ShrinkJudge::fork(const choice::Plan& plan) const {
  ShrinkJudge other = *this;
  Tried tried = other.execute(plan);
  if (tried.fails) other.keep(std::move(tried));
  return other;
}

bool ShrinkJudge::take_better(const ShrinkJudge& other) {
  executions_ = other.executions_;
  if (other.cost_ >= cost_) return false;
  best_ = other.best_;
  cost_ = other.cost_;
  counts_ = other.counts_;
  return true;
}

bool ShrinkJudge::exhausted() const {
  return executions_ >= budget_.executions || processor_time() >= end_;
}

}  // namespace tidemark::sim::explore
