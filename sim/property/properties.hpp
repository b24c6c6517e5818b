// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/property/verdict.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim {

using Predicate = std::function<Verdict()>;
using Condition = std::function<bool()>;

/// The promises of one execution and the goals it has reached.
///
/// Lives in world memory. Predicates are called in host mode, where the detectors are silent.
class Properties {
 public:
  /// `goals_hit`: bit per goal of the scenario, in the order of its table entry.
  Properties(const Scenario& scenario, std::uint64_t* goals_hit);

  /// Checked after every step that touched the history, and at the end.
  void always(std::string_view name, Predicate predicate);
  /// Checked when every process has ended; a violation.
  void at_end(std::string_view name, Predicate predicate);
  /// Checked when every process has ended; a failure of liveness.
  void eventually(std::string_view name, Predicate predicate);
  /// Checked as `always` is, until it held once.
  void sometimes(std::string_view goal, Condition condition);
  /// Marks a goal as reached.
  void reach(std::string_view goal);

  /// Ends the execution where an `always` is violated; notes the goals that are reached.
  void check();
  /// Ends the execution where an `at_end` or an `eventually` does not hold.
  void check_end();

  /// A sentence when the scenario's declaration and its table entry disagree; empty otherwise.
  std::string disagreement() const;

 private:
  struct Property {
    std::string name;
    Predicate predicate;
  };
  struct Watch {
    std::uint64_t bit;
    Condition condition;
  };

  static void require(const std::vector<Property>& all, kernel::Category category);
  std::uint64_t bit_of(std::string_view goal, Goal::Kind kind) const;

  const Scenario& scenario_;
  std::uint64_t* goals_hit_;
  std::vector<Property> always_;
  std::vector<Property> at_end_;
  std::vector<Property> eventually_;
  std::vector<Watch> watches_;
};

}  // namespace tidemark::sim
