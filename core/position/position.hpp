// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace tidemark {

/// A totally ordered token from which reading of a source can restart.
///
/// The engine compares positions and nothing else; what the two words mean belongs to the kind that
/// made the token (`Scn`, `Lsn`, `PgPosition`, `Offset`), each of which converts losslessly. Words
/// compare as unsigned numbers, `high` first.
/// Source: docs/spec, glossary "position".
struct Position {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

}  // namespace tidemark
