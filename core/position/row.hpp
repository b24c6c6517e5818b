// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tidemark/core/position/position.hpp"

namespace tidemark {

/// One committed change of the source, or one row of a snapshot.
struct Row {
  /// Identity inside the source; two rows may share a position, never an id.
  std::uint64_t id = 0;
  /// Where the row stands; the rows of one transaction share it (a tie group).
  Position position;
  /// The newest *closed* position: once this row and all before it are settled, this much may be
  /// stored. Smaller than `position` unless the row is known to end its tie group; empty where
  /// nothing before the row is closed yet. Invariant P-7.
  std::optional<Position> checkpoint;
  /// Read by a snapshot rather than from the change stream.
  bool snapshot = false;
  std::string payload;
};

/// Rows that travel, settle and are retried together, in source order. Never empty once sent.
using Batch = std::vector<Row>;

}  // namespace tidemark
