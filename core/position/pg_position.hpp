// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

#include "tidemark/core/position/position.hpp"
#include "tidemark/core/position/resume_rule.hpp"

namespace tidemark {

/// Where a row of a PostgreSQL change log stands: when its transaction began, then its id.
///
/// Both parts are signed, as in the database (a timestamp may lie before 1970, an id is a bigint).
/// The order is lexicographic: a row with a higher id may have the lower position.
struct PgPosition {
  static constexpr ResumeRule kResume = ResumeRule::exclusive;

  std::chrono::microseconds changed_at{};  ///< since the Unix epoch
  std::int64_t id = 0;

  friend constexpr auto operator<=>(const PgPosition&, const PgPosition&) = default;

  [[nodiscard]] constexpr Position to_position() const {
    return {.high = biased(changed_at.count()), .low = biased(id)};
  }

  /// Every `Position` is one of these.
  [[nodiscard]] static constexpr PgPosition from_position(const Position& position) {
    return {.changed_at = std::chrono::microseconds{unbiased(position.high)},
            .id = unbiased(position.low)};
  }

  /// Where to resume exclusively so that this very row is read again: the id before, at the same
  /// time. It need not be the position of any row. Empty for the lowest id.
  [[nodiscard]] constexpr std::optional<PgPosition> predecessor() const {
    if (id == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return PgPosition{.changed_at = changed_at, .id = id - 1};
  }

 private:
  // Flipping the sign bit makes signed order and unsigned order the same.
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  static constexpr std::uint64_t biased(std::int64_t value) {
    return static_cast<std::uint64_t>(value) ^ kSign;
  }
  static constexpr std::int64_t unbiased(std::uint64_t word) {
    return static_cast<std::int64_t>(word ^ kSign);
  }
};

}  // namespace tidemark
