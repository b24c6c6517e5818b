// SPDX-License-Identifier: MIT
#include "tidemark/sim/property/properties.hpp"

#include <algorithm>
#include <utility>

#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/property/misuse.hpp"

namespace tidemark::sim {
namespace {

constexpr std::size_t kGoalsMax = 64;

[[noreturn]] void violated(kernel::Category category, const std::string& name,
                           const Verdict& verdict) {
  const std::string& sentence = verdict.sentence();
  kernel::fail(category, name.c_str(),
               sentence.empty() ? "the condition does not hold" : sentence.c_str());
}

}  // namespace

Properties::Properties(const Scenario& scenario, std::uint64_t* goals_hit)
    : scenario_(scenario), goals_hit_(goals_hit) {
  always_.reserve(8);
  eventually_.reserve(4);
  watches_.reserve(8);
}

void Properties::always(std::string_view name, Predicate predicate) {
  always_.push_back({std::string(name), std::move(predicate)});
}

void Properties::eventually(std::string_view name, Predicate predicate) {
  eventually_.push_back({std::string(name), std::move(predicate)});
}

void Properties::sometimes(std::string_view goal, Condition condition) {
  watches_.push_back({bit_of(goal, Goal::Kind::sometimes), std::move(condition)});
}

void Properties::reach(std::string_view goal) {
  *goals_hit_ |= bit_of(goal, Goal::Kind::reachable);
}

void Properties::check() {
  for (const Property& property : always_) {
    const Verdict verdict = property.predicate();
    if (!verdict.holds()) violated(kernel::Category::property, property.name, verdict);
  }
  for (const Watch& watch : watches_) {
    if ((*goals_hit_ & watch.bit) == 0 && watch.condition()) *goals_hit_ |= watch.bit;
  }
}

void Properties::check_end() {
  for (const Property& property : eventually_) {
    const Verdict verdict = property.predicate();
    if (!verdict.holds()) violated(kernel::Category::wedge, property.name, verdict);
  }
}

std::uint64_t Properties::bit_of(std::string_view goal, Goal::Kind kind) const {
  const std::size_t count = std::min(scenario_.goals.size(), kGoalsMax);
  for (std::size_t index = 0; index < count; ++index) {
    const Goal& declared = scenario_.goals[index];
    if (declared.name == goal && declared.kind == kind) return std::uint64_t{1} << index;
  }
  misuse("goal '" + std::string(goal) + "' is not declared in the table entry of '" +
         std::string(scenario_.name) + "'");
}

std::string Properties::disagreement() const {
  if (always_.empty() && eventually_.empty()) return "the scenario declares no property";
  if (scenario_.goals.size() > kGoalsMax) return "the scenario declares more than 64 goals";
  const auto declared = [&](const Property& property) {
    return std::find(scenario_.properties.begin(), scenario_.properties.end(), property.name) !=
           scenario_.properties.end();
  };
  for (const auto* list : {&always_, &eventually_}) {
    for (const Property& property : *list) {
      if (!declared(property)) {
        return "property '" + property.name + "' is checked but not named in the table entry";
      }
    }
  }
  for (const std::string_view name : scenario_.properties) {
    const auto is_named = [&](const Property& property) { return property.name == name; };
    if (std::none_of(always_.begin(), always_.end(), is_named) &&
        std::none_of(eventually_.begin(), eventually_.end(), is_named)) {
      return "property '" + std::string(name) + "' is named in the table entry but never checked";
    }
  }
  return {};
}

}  // namespace tidemark::sim
