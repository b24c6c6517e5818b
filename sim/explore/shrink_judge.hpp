// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tidemark/sim/choice/detours.hpp"
#include "tidemark/sim/explore/shrink.hpp"

namespace tidemark::sim::explore {

/// What a reader has to understand of a run. Members in order of weight.
struct Cost {
  std::uint64_t weight = 0;
  std::uint64_t value_sum = 0;  ///< of the parameters
  std::uint64_t plan_size = 0;  ///< a shorter way to say the same

  friend auto operator<=>(const Cost&, const Cost&) = default;
};

/// Executes candidates and keeps the best so far.
class ShrinkJudge {
 public:
  ShrinkJudge(Runner& runner, const Target& target, const ShrinkBudget& budget);

  /// Executes the first candidate, whatever it costs. False where it does not fail as expected.
  bool start(const choice::Plan& plan);
  /// Executes a candidate and keeps it when it fails the same way and costs less.
  bool improves(const choice::Plan& candidate);
  /// Changes a copy of the best plan, then as `improves`. False where `change` left it as it was.
  bool improves_by(const std::function<void(choice::Plan&)>& change);

  /// An execution with the inputs of a plan and another schedule. The plan of it where it fails the
  /// same way, whatever it costs.
  std::optional<choice::Plan> explore(const choice::Plan& inputs, choice::Source& schedule);
  /// The same by PCT, of a depth that depends on the seed.
  std::optional<choice::Plan> explore(const choice::Plan& inputs, std::uint64_t seed);
  /// Where the best plan's execution turned.
  std::vector<choice::Turn> turns();
  /// A judge that begins with another plan that fails, and shares what is left of the budget.
  ShrinkJudge fork(const choice::Plan& plan) const;
  /// Takes the plan of a fork where it costs less, and its executions in any case.
  bool take_better(const ShrinkJudge& other);

  bool exhausted() const;
  const choice::PlanReplay::Counts& counts() const { return counts_; }
  const choice::Plan& best() const { return best_; }
  std::uint64_t executions() const { return executions_; }

 private:
  struct Tried {
    bool fails = false;
    Cost cost = {};
    choice::Plan used = {};
    choice::PlanReplay::Counts counts = {};
  };
  Tried execute(const choice::Plan& plan);
  void keep(Tried tried);

  Runner& runner_;
  const Target& target_;
  const ShrinkBudget& budget_;
  std::chrono::nanoseconds end_;  ///< on the clock of the processor
  choice::Plan best_;
  Cost cost_;
  choice::PlanReplay::Counts counts_;
  std::uint64_t executions_ = 0;
};

}  // namespace tidemark::sim::explore
