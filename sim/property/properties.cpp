// SPDX-License-Identifier: MIT
#include "tidemark/sim/property/properties.hpp"

#include <algorithm>
#include <optional>
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

/// The first of `names` that is not among `others`.
std::optional<std::string_view> first_missing(const std::vector<std::string_view>& names,
                                              const std::vector<std::string_view>& others) {
  for (const std::string_view name : names) {
    if (std::find(others.begin(), others.end(), name) == others.end()) return name;
  }
  return std::nullopt;
}

}  // namespace

Properties::Properties(const Scenario& scenario, std::uint64_t* goals_hit)
    : scenario_(scenario), goals_hit_(goals_hit) {
  always_.reserve(8);
  at_end_.reserve(4);
  eventually_.reserve(4);
  watches_.reserve(8);
}

void Properties::always(std::string_view name, Predicate predicate) {
  always_.push_back({std::string(name), std::move(predicate)});
}

void Properties::at_end(std::string_view name, Predicate predicate) {
  at_end_.push_back({std::string(name), std::move(predicate)});
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

void Properties::require(const std::vector<Property>& all, kernel::Category category) {
  for (const Property& property : all) {
    const Verdict verdict = property.predicate();
    if (!verdict.holds()) violated(category, property.name, verdict);
  }
}

void Properties::check() {
  require(always_, kernel::Category::property);
  for (const Watch& watch : watches_) {
    if ((*goals_hit_ & watch.bit) == 0 && watch.condition()) *goals_hit_ |= watch.bit;
  }
}

void Properties::check_end() {
  require(at_end_, kernel::Category::property);
  require(eventually_, kernel::Category::wedge);
}

std::uint64_t Properties::bit_of(std::string_view goal, Goal::Kind kind) const {
  const std::size_t count = std::min(scenario_.goals.size(), kGoalsMax);
  for (std::size_t index = 0; index < count; ++index) {
    const Goal& declared = scenario_.goals[index];
    if (declared.name == goal && declared.kind == kind) return std::uint64_t{1} << index;
  }
  misuse("goal '" + std::string(goal) + "' (" +
         (kind == Goal::Kind::sometimes ? "sometimes" : "reachable") +
         ") is not declared by the scenario '" + std::string(scenario_.name) + "'");
}

std::string Properties::disagreement() const {
  if (always_.empty() && at_end_.empty() && eventually_.empty()) {
    return "the scenario declares no property";
  }
  if (scenario_.goals.size() > kGoalsMax) return "the scenario declares more than 64 goals";
  std::vector<std::string_view> checked;
  for (const auto* list : {&always_, &at_end_, &eventually_}) {
    for (const Property& property : *list) checked.push_back(property.name);
  }
  const std::vector<std::string_view> declared(scenario_.properties.begin(),
                                               scenario_.properties.end());
  if (const auto name = first_missing(checked, declared)) {
    return "property '" + std::string(*name) + "' is checked but not declared by the scenario";
  }
  if (const auto name = first_missing(declared, checked)) {
    return "property '" + std::string(*name) + "' is declared by the scenario but never checked";
  }
  return {};
}

}  // namespace tidemark::sim
