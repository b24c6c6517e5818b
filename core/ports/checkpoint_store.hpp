// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "tidemark/core/position/position.hpp"

namespace tidemark {

/// What is known after a write. An unknown outcome is neither of the others: the write may have
/// taken effect, and a retry has to be idempotent. Invariant I-10.
enum class StoreOutcome {
  stored,   ///< durable
  failed,   ///< certainly not durable
  unknown,  ///< the reply was lost, or timed out
};

/// What a start finds: a position, nothing yet, or a reason why the stored value cannot be used.
struct LoadResult {
  std::optional<Position> position;
  /// Set when the store could not be read or holds what is not a position; `position` is then
  /// empty.
  std::optional<std::string> error;
};

/// Keeps one durable position across restarts. Thread-safe; both calls block on I/O.
class CheckpointStore {
 public:
  virtual ~CheckpointStore() = default;

  [[nodiscard]] virtual LoadResult load() = 0;

  /// Overwrites the stored position; ordering is the caller's duty (the store keeps what comes
  /// last).
  [[nodiscard]] virtual StoreOutcome store(const Position& position) = 0;
};

}  // namespace tidemark
