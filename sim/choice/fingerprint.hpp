// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::sim::choice {

/// A few bytes from which a replay by seed learns that the code has changed, and about where.
///
/// A recording holds every choice and can name the first that does not fit. A token holds only a
/// seed, and a changed program simply takes another walk; so the token keeps a byte of the rolling
/// hash at evenly spread steps. Once two runs differ, every later mark differs too (but for one in
/// 256).
struct Fingerprint {
  static constexpr std::size_t kMarksMax = 16;
  std::uint64_t steps = 0;
  std::vector<std::uint8_t> marks;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Steps (zero-based, half-open) among which two runs first differ.
struct Window {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// `hashes` holds the rolling hash after each step.
Fingerprint fingerprint_of(std::span<const std::uint64_t> hashes);

/// Where a run stopped to be the one that was marked; empty when it still is.
std::optional<Window> first_difference(const Fingerprint& recorded,
                                       std::span<const std::uint64_t> hashes);

/// "210.a731…": the number of steps and the marks; `parse_fingerprint` reads it.
std::string format_fingerprint(const Fingerprint& print);
std::optional<Fingerprint> parse_fingerprint(std::string_view text);

}  // namespace tidemark::sim::choice
