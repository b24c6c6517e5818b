// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "tidemark/core/position/position.hpp"

namespace tidemark::models {

/// What a durable position promises about the rows that a restart reads.
///
/// Written down again here, not taken from the code that is judged by it.
enum class ResumeRule : std::uint8_t {
  exclusive,  ///< the position itself is done: reading goes on behind it
  next,       ///< the position is the first that is not done: reading goes on at it
};

/// Whether a restart from `durable` passes over a row at `row`.
constexpr bool passes_over(ResumeRule rule, const Position& durable, const Position& row) {
  return rule == ResumeRule::exclusive ? row <= durable : row < durable;
}

/// A position as sentences show it: "42", or "7/42" where the high word is used.
inline std::string to_text(const Position& position) {
  if (position.high == 0) return std::to_string(position.low);
  return std::to_string(position.high) + "/" + std::to_string(position.low);
}

}  // namespace tidemark::models
