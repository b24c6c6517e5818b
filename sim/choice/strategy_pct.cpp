// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/strategy_pct.hpp"

#include <algorithm>

namespace tidemark::sim::choice {
namespace {

/// Drawn priorities lie above all that lowered threads get.
constexpr std::uint64_t kDrawn = std::uint64_t{1} << 63;
/// A thread that spins until another has done something would run until the faulty phase is over;
/// real schedulers take its processor away.
constexpr std::uint32_t kRunLongest = 512;

}  // namespace

void Pct::begin(std::uint64_t seed, std::uint64_t steps) {
  RandomWalk::begin(seed);
  std::uint64_t other = seed;
  priorities_.reseed(splitmix(other));
  known_ = FiberSet{};
  next_change_ = 0;
  lowest_ = kDrawn - 1;
  last_ = option::kFibersMax;
  run_length_ = 0;
  const auto end = change_at_.begin() + (depth_ - 1);
  for (auto at = change_at_.begin(); at != end; ++at) {
    *at = priorities_.below(std::max<std::uint64_t>(1, steps));
  }
  std::sort(change_at_.begin(), end);
}

std::uint32_t Pct::highest(const FiberSet& runnable) {
  std::uint32_t best = option::kFibersMax;
  for (std::uint32_t word = 0; word < 4; ++word) {
    for (std::uint64_t rest = runnable.words[word]; rest != 0; rest &= rest - 1) {
      const std::uint32_t fiber = word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(rest));
      if (!known_.contains(fiber)) {
        known_.insert(fiber);
        priority_[fiber] = priorities_.next() | kDrawn;
      }
      if (best == option::kFibersMax || priority_[fiber] > priority_[best]) best = fiber;
    }
  }
  return best;
}

void Pct::demote(std::uint32_t fiber) {
  priority_[fiber] = lowest_--;
  run_length_ = 0;
}

void Pct::change_priorities(const SchedulePoint& point) {
  while (next_change_ + 1 < depth_ && change_at_[next_change_] <= point.step) {
    demote(highest(point.runnable));
    ++next_change_;
  }
}

std::uint32_t Pct::schedule(const SchedulePoint& point) {
  if (const std::uint32_t outside = from_outside(point); outside != kNothing) return outside;
  change_priorities(point);
  std::uint32_t taken = highest(point.runnable);
  run_length_ = taken == last_ ? run_length_ + 1 : 0;
  if (run_length_ > kRunLongest) {
    demote(taken);
    taken = highest(point.runnable);
  }
  last_ = taken;
  return taken;
}

}  // namespace tidemark::sim::choice
