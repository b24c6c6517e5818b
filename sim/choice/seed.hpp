// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark::sim::choice {

/// What a campaign's randomness grows from.
struct Seed {
  std::uint64_t value = 0;
  /// Taken from a commit id: such a campaign explores extra, so its missed goals only warn.
  bool from_commit = false;

  friend bool operator==(const Seed&, const Seed&) = default;
};

/// Reads a decimal number, a hexadecimal one with `0x`, or a commit id of 40 hexadecimal digits.
/// Errors: empty for anything else, numbers above 64 bits included.
std::optional<Seed> parse_seed(std::string_view text);

/// The form in which seeds are printed ("0x2a"); `parse_seed` reads it.
std::string format_seed(std::uint64_t value);

/// The seed of one execution. Depends on the scenario's name, so that scenarios of one campaign do
/// not walk in step, and on nothing else: the same everywhere and in whatever order they run.
std::uint64_t execution_seed(std::uint64_t seed, std::string_view scenario, std::uint64_t index);

/// A seed nobody asked for, from the machine's entropy. Only for campaigns without `--seed`.
std::uint64_t fresh_seed();

}  // namespace tidemark::sim::choice
