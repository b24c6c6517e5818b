// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tidemark/core/position/position.hpp"
#include "tidemark/core/position/resume_rule.hpp"

namespace tidemark {

/// A log sequence number of SQL Server: ten bytes that compare from the first to the last, so that
/// they read as one number, most significant byte first. They are also what checkpoint tables hold.
struct Lsn {
  static constexpr ResumeRule kResume = ResumeRule::exclusive;
  static constexpr std::size_t kBytes = 10;

  std::array<std::uint8_t, kBytes> bytes{};

  friend constexpr auto operator<=>(const Lsn&, const Lsn&) = default;

  /// The first eight bytes are the high word, the last two the low one.
  [[nodiscard]] constexpr Position to_position() const {
    Position position;
    for (std::size_t i = 0; i < 8; ++i) position.high = position.high << 8 | bytes[i];
    for (std::size_t i = 8; i < kBytes; ++i) position.low = position.low << 8 | bytes[i];
    return position;
  }

  /// Empty where `position` was not made by an `Lsn`.
  [[nodiscard]] static constexpr std::optional<Lsn> from_position(const Position& position) {
    if (position.low > 0xffff) return std::nullopt;
    Lsn lsn;
    for (std::size_t i = 0; i < 8; ++i) {
      lsn.bytes[i] = static_cast<std::uint8_t>(position.high >> (8 * (7 - i)));
    }
    lsn.bytes[8] = static_cast<std::uint8_t>(position.low >> 8);
    lsn.bytes[9] = static_cast<std::uint8_t>(position.low);
    return lsn;
  }

  /// The greatest position below; the one of zeros has none.
  [[nodiscard]] constexpr std::optional<Lsn> predecessor() const {
    Lsn lower = *this;
    for (std::size_t i = kBytes; i-- > 0;) {
      if (lower.bytes[i]-- != 0) return lower;  // else 0 became 0xff: borrow from the byte before
    }
    return std::nullopt;
  }

  /// Empty for every other length.
  [[nodiscard]] static constexpr std::optional<Lsn> decode(std::span<const std::uint8_t> bytes) {
    if (bytes.size() != kBytes) return std::nullopt;
    Lsn lsn;
    std::copy(bytes.begin(), bytes.end(), lsn.bytes.begin());
    return lsn;
  }
};

}  // namespace tidemark
