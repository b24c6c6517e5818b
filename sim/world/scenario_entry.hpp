// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim {

/// What a scenario says of itself, written between the parentheses of `TIDEMARK_SCENARIO`.
struct Description {
  std::string_view claim = {};           ///< one line: what holds here
  std::string_view tags[8] = {};         ///< more words that select it
  std::string_view properties[16] = {};  ///< the names given to `always`, `at_end`, `eventually`
  std::string_view sometimes[16] = {};   ///< goals of that kind
  std::string_view reachable[16] = {};
};

/// A scenario with the storage that its table entry points into.
///
/// Invariant: never moved, since the entry refers to its own arrays.
class ScenarioEntry {
 public:
  constexpr ScenarioEntry(std::string_view name, const Description& text, void (*body)(World&))
      : text_(text) {
    std::size_t goals = 0;
    for (const std::string_view goal : used(text_.sometimes)) {
      goals_[goals++] = {goal, Goal::Kind::sometimes};
    }
    for (const std::string_view goal : used(text_.reachable)) {
      goals_[goals++] = {goal, Goal::Kind::reachable};
    }
    scenario_ = {.name = name,
                 .claim = text_.claim,
                 .tags = used(text_.tags),
                 .properties = used(text_.properties),
                 .goals = {goals_, goals},
                 .body = body};
  }
  ScenarioEntry(const ScenarioEntry&) = delete;
  ScenarioEntry& operator=(const ScenarioEntry&) = delete;

  constexpr const Scenario* scenario() const { return &scenario_; }

 private:
  /// No template: clang would not have it ready where the entry is made.
  static constexpr std::span<const std::string_view> used(std::span<const std::string_view> names) {
    std::size_t count = 0;
    while (count < names.size() && !names[count].empty()) ++count;
    return names.first(count);
  }

  Description text_;
  Goal goals_[32] = {};
  Scenario scenario_ = {};
};

extern "C" {
// Where the linker gathers what TIDEMARK_SCENARIO lists, by names that it makes from the section's;
// absent where nothing is listed.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
[[gnu::weak, gnu::visibility("hidden")]] extern const Scenario* const __start_tidemark_scenarios[];
[[gnu::weak, gnu::visibility("hidden")]] extern const Scenario* const __stop_tidemark_scenarios[];
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

/// Every scenario that this module lists, sorted by name.
inline std::vector<Scenario> listed_scenarios() {
  std::vector<Scenario> all;
  const Scenario* const* each = __start_tidemark_scenarios;
  for (; each != __stop_tidemark_scenarios; ++each) all.push_back(**each);
  std::sort(all.begin(), all.end(),
            [](const Scenario& left, const Scenario& right) { return left.name < right.name; });
  return all;
}

}  // namespace tidemark::sim

namespace tidemark::scenarios {

/// The module's table. Every file with a scenario brings it along, so that no other has to.
[[gnu::used]] inline std::span<const sim::Scenario> table() {
  static const std::vector<sim::Scenario> kAll = sim::listed_scenarios();
  return kAll;
}

}  // namespace tidemark::scenarios
