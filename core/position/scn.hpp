// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tidemark/core/position/position.hpp"
#include "tidemark/core/position/resume_rule.hpp"

namespace tidemark {

/// A system change number of an Oracle database; several transactions may commit at one.
///
/// Zero is not a position: it is what an empty or damaged store would yield.
struct Scn {
  static constexpr ResumeRule kResume = ResumeRule::exclusive;
  static constexpr std::size_t kEncodedBytes = 8;

  std::uint64_t value = 0;

  friend constexpr auto operator<=>(const Scn&, const Scn&) = default;

  [[nodiscard]] constexpr bool valid() const { return value != 0; }

  [[nodiscard]] constexpr Position to_position() const { return {.high = 0, .low = value}; }

  /// Empty where `position` was not made by an `Scn`.
  [[nodiscard]] static constexpr std::optional<Scn> from_position(const Position& position) {
    if (position.high != 0) return std::nullopt;
    return Scn{position.low};
  }

  /// The greatest position below; the lowest valid one has none.
  [[nodiscard]] constexpr std::optional<Scn> predecessor() const {
    if (value <= 1) return std::nullopt;
    return Scn{value - 1};
  }

  /// The form that checkpoint tables hold: eight bytes, least significant first.
  [[nodiscard]] constexpr std::array<std::byte, kEncodedBytes> encode() const {
    std::array<std::byte, kEncodedBytes> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte(value >> (8 * i));
    return bytes;
  }

  /// Empty for every other length, and for zero.
  [[nodiscard]] static constexpr std::optional<Scn> decode(std::span<const std::byte> bytes) {
    if (bytes.size() != kEncodedBytes) return std::nullopt;
    Scn scn;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      scn.value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return scn.valid() ? std::optional{scn} : std::nullopt;
  }
};

}  // namespace tidemark
