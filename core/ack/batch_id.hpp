// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace tidemark {

/// Names one batch that was read from one partition.
///
/// Partitions change hands; each assignment is an epoch of its own, so that an acknowledgement of
/// an assignment that was taken away is recognised as stale.
/// Source: docs/spec 2.11.
struct BatchId {
  std::uint32_t partition = 0;
  std::uint32_t epoch = 0;
  std::uint64_t seq = 0;  ///< counted up within partition and epoch, from 0

  friend constexpr auto operator<=>(const BatchId&, const BatchId&) = default;
};

}  // namespace tidemark
