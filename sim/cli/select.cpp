// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/select.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

namespace tidemark::sim::cli {
namespace {

std::string_view family_of(std::string_view name) { return name.substr(0, name.find('/')); }

bool means(const Scenario& scenario, std::string_view pattern) {
  return matches(scenario.name, pattern) ||
         std::find(scenario.tags.begin(), scenario.tags.end(), pattern) != scenario.tags.end();
}

report::Diagnostic unknown(std::span<const Scenario> table, std::string_view name) {
  report::Diagnostic diagnostic{
      .error = fmt::format("unknown scenario '{}'", name), .help = {}, .notes = {}};
  std::vector<std::string_view> names;
  for (const Scenario& scenario : table) {
    names.push_back(scenario.name);
    names.push_back(family_of(scenario.name));
    // Somebody who forgets the family still is understood.
    if (const auto slash = scenario.name.find('/'); slash != std::string_view::npos) {
      if (report::nearest(name, std::span(&names.emplace_back(scenario.name.substr(slash + 1)), 1))
              .empty()) {
        names.pop_back();
      }
    }
  }
  report::suggest(diagnostic, name, names);
  const std::string_view family = family_of(name);
  const auto count = std::count_if(table.begin(), table.end(), [&](const Scenario& scenario) {
    return family_of(scenario.name) == family;
  });
  diagnostic.notes.push_back(
      count > 0 ? fmt::format("`tidemark list {}` shows the {} in that family", family, count)
                : fmt::format("`tidemark list` shows all {}", table.size()));
  return diagnostic;
}

}  // namespace

bool matches(std::string_view name, std::string_view pattern) {
  if (pattern.find_first_of("*?[") != std::string_view::npos) {
    return fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), 0) == 0;
  }
  return !pattern.empty() && name.find(pattern) != std::string_view::npos;
}

std::variant<Selection, report::Diagnostic> select(std::span<const Scenario> table,
                                                   std::span<const std::string> patterns) {
  std::vector<bool> chosen(table.size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    // A full name means that scenario alone, also where it begins another one's name.
    const auto exact = std::find_if(table.begin(), table.end(),
                                    [&](const Scenario& each) { return each.name == pattern; });
    bool any = exact != table.end();
    if (any) chosen[static_cast<std::size_t>(exact - table.begin())] = true;
    for (std::size_t at = 0; exact == table.end() && at < table.size(); ++at) {
      if (!means(table[at], pattern)) continue;
      chosen[at] = true;
      any = true;
    }
    if (!any) return unknown(table, pattern);
  }
  Selection selection;
  for (std::size_t at = 0; at < table.size(); ++at) {
    if (chosen[at]) selection.push_back(&table[at]);
  }
  return selection;
}

std::variant<const Scenario*, report::Diagnostic> find(std::span<const Scenario> table,
                                                       std::string_view name) {
  for (const Scenario& scenario : table) {
    if (scenario.name == name) return &scenario;
  }
  return unknown(table, name);
}

}  // namespace tidemark::sim::cli
