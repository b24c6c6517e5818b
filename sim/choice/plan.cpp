// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/plan.hpp"

#include <algorithm>
#include <limits>

#include "tidemark/sim/choice/strategy_replay.hpp"

namespace tidemark::sim::choice {
namespace {

std::uint32_t unplanned(const SchedulePoint& point) {
  if (point.runnable.contains(point.current)) return point.current;
  if (point.runnable.size() > 0) return point.runnable.nth(0);
  if (point.can_advance) return option::kAdvance;
  return option::kFirstEvent + static_cast<std::uint32_t>(__builtin_ctzll(point.events));
}

}  // namespace

Plan plan_of(std::span<const Choice> choices) {
  Plan plan;
  for (const Choice& choice : choices) {
    if (choice.kind != Kind::schedule) {
      plan.of(choice.kind).push_back(choice.value);
      continue;
    }
    const auto taken = static_cast<std::uint32_t>(choice.value);
    const bool same = !plan.schedule.empty() && plan.schedule.back().option == taken;
    if (same && taken < option::kFibersMax) {
      ++plan.schedule.back().length;
    } else {
      plan.schedule.push_back({.option = taken});
    }
  }
  return plan;
}

std::uint32_t PlanReplay::planned(const SchedulePoint& point) {
  while (segment_ < plan_.schedule.size()) {
    const Segment& segment = plan_.schedule[segment_];
    if (taken_ < segment.length && offers(point, segment.option)) {
      // An open end is for threads; anything else happens once and is over.
      const bool fiber = segment.option < option::kFibersMax;
      if (segment.length == Segment::kWhileOffered) {
        taken_ = fiber ? 1 : segment.length;
      } else {
        ++taken_;
      }
      return segment.option;
    }
    ++segment_;
    taken_ = 0;
  }
  return unplanned(point);
}

std::uint32_t PlanReplay::schedule(const SchedulePoint& point) {
  const std::uint32_t taken = planned(point);
  counts_.last_step = point.step;
  if (taken >= option::kFirstEvent) {
    ++counts_.events;
  } else if (taken == option::kAdvance) {
    ++counts_.advances;
  } else if (taken != point.current && point.runnable.contains(point.current)) {
    ++counts_.preemptions;
  }
  return taken;
}

std::uint64_t PlanReplay::choose(Kind kind, std::uint64_t count) {
  const auto& list = plan_.of(kind);
  std::size_t& next = next_[static_cast<std::size_t>(kind)];
  std::uint64_t value = next < list.size() ? list[next] : 0;
  ++next;
  if (count != 0) value = std::min(value, count - 1);
  if (value == 0) return 0;
  if (kind == Kind::outcome) ++counts_.faults;
  if (kind == Kind::load || kind == Kind::wake) ++counts_.oddities;
  if (kind == Kind::parameter) {
    // A parameter may be as large as a number can be; a sum that stops there still compares.
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    counts_.value_sum += std::min(value, kMost - counts_.value_sum);
  }
  return value;
}

Plan PlanReplay::used() const {
  Plan plan = plan_;
  const std::size_t begun = segment_ + (taken_ > 0 ? 1 : 0);
  plan.schedule.resize(std::min(plan.schedule.size(), begun));
  for (std::size_t kind = 0; kind < plan.values.size(); ++kind) {
    auto& list = plan.values[kind];
    list.resize(std::min(list.size(), next_[kind]));
    while (!list.empty() && list.back() == 0) list.pop_back();
  }
  return plan;
}

}  // namespace tidemark::sim::choice
