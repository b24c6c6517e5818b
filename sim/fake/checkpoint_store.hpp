// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "tidemark/core/ports/checkpoint_store.hpp"

namespace tidemark::sim {
class World;
}

namespace tidemark::fake {

class RowSource;

struct CheckpointStoreOptions {
  /// Told of each position whose write was answered with success; null: nobody is.
  RowSource* confirms = nullptr;
  /// How long a client waits for a reply that does not come.
  std::chrono::nanoseconds timeout = std::chrono::seconds(5);
};

/// A database that keeps one position, and may answer otherwise than well (see
/// fault/store_outcomes).
///
/// A write is three steps: request, effect, reply. A process that dies between the first two leaves
/// a statement in flight: whether it took effect is a choice. The value survives every crash.
/// Writes are not ordered and not fenced: the last effect wins, as with a plain upsert.
class CheckpointStore final : public ::tidemark::CheckpointStore {
 public:
  explicit CheckpointStore(sim::World& world, const CheckpointStoreOptions& options = {});
  ~CheckpointStore() override;
  CheckpointStore(const CheckpointStore&) = delete;
  CheckpointStore& operator=(const CheckpointStore&) = delete;

  [[nodiscard]] LoadResult load() override;
  [[nodiscard]] StoreOutcome store(const Position& position) override;

  /// How many writes may yet end otherwise than well.
  void allow_faults(std::uint32_t count);

  /// How many writes ended with an unknown outcome, and how many were refused, so far.
  std::uint32_t unknown_outcomes() const;
  std::uint32_t failures() const;
  /// The largest number of writes in flight at once.
  std::uint32_t concurrent_writes_max() const;

 private:
  struct State;
  State* state_;  // in world memory, dropped with it
};

}  // namespace tidemark::fake
