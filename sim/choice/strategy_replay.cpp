// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/strategy_replay.hpp"

#include <algorithm>

namespace tidemark::sim::choice {
namespace {

/// How far a choice that does not fit is looked for: a few removed steps, not another phase.
constexpr std::size_t kLookAhead = 16;

}  // namespace

std::uint32_t option_count(const SchedulePoint& point) {
  return point.runnable.size() + (point.can_advance ? 1U : 0U) +
         static_cast<std::uint32_t>(__builtin_popcountll(point.events));
}

bool offers(const SchedulePoint& point, std::uint64_t id) {
  if (id < option::kFibersMax) return point.runnable.contains(static_cast<std::uint32_t>(id));
  if (id == option::kAdvance) return point.can_advance;
  const std::uint64_t event = id - option::kFirstEvent;
  return event < option::kEventsMax && ((point.events >> event) & 1) != 0;
}

bool Replay::take(Kind kind, std::uint64_t count) {
  if (next_ == choices_.size()) {
    expected_ = Choice{};
    return false;
  }
  expected_ = choices_[next_];
  if (expected_.kind != kind || expected_.count != static_cast<std::uint32_t>(count)) return false;
  ++next_;
  return true;
}

std::uint32_t Replay::schedule(const SchedulePoint& point) {
  if (!take(Kind::schedule, option_count(point))) return ~std::uint32_t{0};
  return static_cast<std::uint32_t>(expected_.value);
}

std::uint64_t Replay::choose(Kind kind, std::uint64_t count) {
  if (!take(kind, count)) return ~std::uint64_t{0};
  return expected_.value;
}

template <typename Fits>
const Choice* LenientReplay::find(Fits fits) {
  const std::size_t end = std::min(choices_.size(), next_ + kLookAhead);
  for (std::size_t at = next_; at < end; ++at) {
    if (!fits(choices_[at])) continue;
    next_ = at + 1;
    ++followed_;
    return &choices_[at];
  }
  return nullptr;
}

std::uint32_t LenientReplay::schedule(const SchedulePoint& point) {
  const Choice* found = find([&](const Choice& recorded) {
    return recorded.kind == Kind::schedule && offers(point, recorded.value);
  });
  return found != nullptr ? static_cast<std::uint32_t>(found->value) : fallback_.schedule(point);
}

std::uint64_t LenientReplay::choose(Kind kind, std::uint64_t count) {
  const Choice* found = find([&](const Choice& recorded) {
    return recorded.kind == kind && (count == 0 || recorded.value < count);
  });
  return found != nullptr ? found->value : fallback_.choose(kind, count);
}

}  // namespace tidemark::sim::choice
