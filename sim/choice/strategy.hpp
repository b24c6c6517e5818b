// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark::sim::choice {

/// How the executions of a campaign are chosen, as the user names it.
struct Strategy {
  static constexpr std::uint32_t kPctDepthMax = 64;

  /// Depth of the bugs that PCT looks for; zero means a random walk.
  std::uint32_t pct_depth = 0;

  /// Not one of a campaign: the runs are those of an exhaustive search.
  bool proof = false;

  std::string name() const;  ///< "random", "pct:3", "graph"

  friend bool operator==(const Strategy&, const Strategy&) = default;
};

/// Reads what `name` writes. Errors: empty for anything else.
std::optional<Strategy> parse_strategy(std::string_view text);

}  // namespace tidemark::sim::choice
