// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/strategy.hpp"

#include <charconv>

namespace tidemark::sim::choice {
namespace {

constexpr std::string_view kPct = "pct:";

}  // namespace

std::string Strategy::name() const {
  if (proof) return "graph";
  return pct_depth == 0 ? "random" : std::string(kPct) + std::to_string(pct_depth);
}

std::optional<Strategy> parse_strategy(std::string_view text) {
  if (text == "random") return Strategy{};
  if (!text.starts_with(kPct)) return std::nullopt;
  text.remove_prefix(kPct.size());
  Strategy strategy;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, strategy.pct_depth);
  const bool whole = error == std::errc{} && stopped == end && !text.empty();
  const bool within = strategy.pct_depth > 0 && strategy.pct_depth <= Strategy::kPctDepthMax;
  return whole && within ? std::optional(strategy) : std::nullopt;
}

}  // namespace tidemark::sim::choice
