// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

#include "tidemark/core/position/position.hpp"
#include "tidemark/core/position/resume_rule.hpp"

namespace tidemark {

/// The place of a record in one partition of a log.
///
/// Such logs commit the *next* offset to read. Inside the library an `Offset` always names the last
/// one that is done, and `next()` is what goes out.
struct Offset {
  static constexpr ResumeRule kResume = ResumeRule::next;

  std::int64_t value = 0;

  friend constexpr auto operator<=>(const Offset&, const Offset&) = default;

  /// The high word is the sign, so that the low one reads as the offset itself in reports.
  [[nodiscard]] constexpr Position to_position() const {
    return {.high = value < 0 ? 0U : 1U, .low = static_cast<std::uint64_t>(value)};
  }

  /// Empty where `position` was not made by an `Offset`.
  [[nodiscard]] static constexpr std::optional<Offset> from_position(const Position& position) {
    const Offset offset{static_cast<std::int64_t>(position.low)};
    if (offset.to_position() != position) return std::nullopt;
    return offset;
  }

  [[nodiscard]] constexpr std::optional<Offset> predecessor() const {
    if (value == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return Offset{value - 1};
  }

  /// The offset to commit once this one is done; empty after the greatest.
  [[nodiscard]] constexpr std::optional<Offset> next() const {
    if (value == std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return Offset{value + 1};
  }
};

}  // namespace tidemark
