// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/diagnostic.hpp"

#include <algorithm>

namespace tidemark::sim::report {
namespace {

std::size_t distance(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> before(width);
  std::vector<std::size_t> above(width);
  std::vector<std::size_t> row(width);
  for (std::size_t at = 0; at < width; ++at) above[at] = at;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const std::size_t replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[to.size()];
}

}  // namespace

std::string render(const Diagnostic& diagnostic) {
  std::string text = "error: " + diagnostic.error + "\n";
  for (const std::string& help : diagnostic.help) text += "  help: " + help + "\n";
  for (const std::string& note : diagnostic.notes) text += "  note: " + note + "\n";
  return text;
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t away = distance(name, candidate);
    if (away < best_distance && away < candidate.size()) {
      best = candidate;
      best_distance = away;
    }
  }
  return best;
}

void suggest(Diagnostic& diagnostic, std::string_view name,
             std::span<const std::string_view> candidates) {
  const std::string_view near = nearest(name, candidates);
  if (!near.empty()) diagnostic.help.push_back("did you mean '" + std::string(near) + "'?");
}

}  // namespace tidemark::sim::report
