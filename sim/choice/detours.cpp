// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/detours.hpp"

#include <algorithm>

#include "tidemark/sim/choice/strategy_replay.hpp"

namespace tidemark::sim::choice {
namespace {

constexpr std::size_t kTurnsMax = 64;
constexpr std::uint32_t kFibers = option::kFibersMax;

}  // namespace

std::uint32_t OwnSteps::of_current(const SchedulePoint& point) {
  const auto passed = static_cast<std::uint32_t>(point.step - step_);
  step_ = point.step;
  const std::uint32_t of_last = point.current == thread_ ? passed : std::min(passed, 1U);
  steps_[thread_] += of_last;
  steps_[point.current] += passed - of_last;
  return steps_[point.current];
}

void OwnSteps::taken(const SchedulePoint& point, std::uint32_t option) {
  thread_ = option < kFibers ? option : point.current;
}

std::uint32_t TurnRecorder::schedule(const SchedulePoint& point) {
  const std::uint32_t taken = source_.schedule(point);
  const bool outside = taken >= option::kFibersMax;
  const std::uint32_t at = steps_.of_current(point);
  if (taken != point.current && size_ < turns_.size() && (!outside || point.runnable.size() > 0)) {
    turns_[size_++] = {.thread = point.current,
                       .at = at,
                       .option = taken,
                       .preempts = point.runnable.contains(point.current)};
  }
  steps_.taken(point, taken);
  return taken;
}

Detours::Detours(std::span<const Turn> turns, std::span<const std::uint32_t> order)
    : turns_(turns.first(std::min(turns.size(), kTurnsMax))), order_(order) {}

std::uint32_t Detours::pick(const SchedulePoint& point, std::uint32_t own) {
  for (std::size_t at = 0; at < turns_.size(); ++at) {
    const Turn& turn = turns_[at];
    const bool due = turn.thread == point.current && own >= turn.at;
    const std::uint64_t bit = std::uint64_t{1} << at;
    if (!due || (used_ & bit) != 0 || !offers(point, turn.option)) continue;
    used_ |= bit;
    return turn.option;
  }
  if (point.runnable.contains(point.current)) return point.current;
  for (const std::uint32_t thread : order_) {
    if (point.runnable.contains(thread)) return thread;
  }
  if (point.runnable.size() > 0) return point.runnable.nth(0);
  if (point.can_advance) return option::kAdvance;
  return option::kFirstEvent + static_cast<std::uint32_t>(__builtin_ctzll(point.events));
}

std::uint32_t Detours::schedule(const SchedulePoint& point) {
  const std::uint32_t taken = pick(point, steps_.of_current(point));
  steps_.taken(point, taken);
  return taken;
}

}  // namespace tidemark::sim::choice
