// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "tidemark/sim/choice/strategy.hpp"
#include "tidemark/sim/choice/strategy_random.hpp"

namespace tidemark::sim::choice {

/// Runs the thread of the highest priority, and lowers that priority at a few steps drawn in
/// advance; everything from outside (time, crashes, faults) is as in the random walk.
///
/// A bug that takes `depth` ordered steps is found with a probability of at least
/// 1 / (threads * steps^(depth - 1)) in each execution, however many other steps there are.
/// Not thread-safe. Never allocates.
/// Source: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic
/// Guarantees of Finding Bugs", ASPLOS 2010, section 3.
class Pct final : public RandomWalk {
 public:
  Pct(const Bounds& bounds, std::uint32_t depth) : RandomWalk(bounds), depth_(depth) {}

  /// As `RandomWalk::begin`; the steps at which priorities change are drawn below `steps`, the
  /// length that an execution is expected to have.
  void begin(std::uint64_t seed, std::uint64_t steps);

  std::uint32_t schedule(const SchedulePoint& point) override;

 private:
  std::uint32_t highest(const FiberSet& runnable);
  void change_priorities(const SchedulePoint& point);
  void demote(std::uint32_t fiber);

  std::uint32_t depth_;
  Generator priorities_;
  FiberSet known_;  ///< fibers that have a priority
  std::array<std::uint64_t, option::kFibersMax> priority_{};
  std::array<std::uint64_t, Strategy::kPctDepthMax> change_at_{};  ///< sorted; depth - 1 of them
  std::uint32_t next_change_ = 0;
  std::uint64_t lowest_ = 0;  ///< what the next thread that is lowered gets
  std::uint32_t last_ = 0;
  std::uint32_t run_length_ = 0;
};

}  // namespace tidemark::sim::choice
