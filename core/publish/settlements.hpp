// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>

#include "tidemark/core/checkpoint/capped_tracker.hpp"
#include "tidemark/core/checkpoint/nack_policy.hpp"
#include "tidemark/core/ports/checkpoint_store.hpp"
#include "tidemark/core/ports/consumer.hpp"
#include "tidemark/core/publish/publisher_options.hpp"
#include "tidemark/core/thread_annotations.hpp"

namespace tidemark {

/// A batch that is tracked, as its settlement needs to know it.
struct TrackedBatch {
  SlotRef slot;
  std::size_t rows = 0;
  bool snapshot = false;
};

/// What became of the rows and of the writes, since the start.
struct SettlementCounts {
  std::uint64_t rows_delivered = 0;
  std::uint64_t rows_dropped = 0;           ///< refused, under `NackPolicy::drop`
  std::uint64_t rows_pinned = 0;            ///< refused, under `NackPolicy::pin`
  std::uint64_t snapshot_rows_dropped = 0;  ///< of `rows_dropped`, those of snapshot batches
  std::uint64_t writes_stored = 0;
  std::uint64_t writes_failed = 0;
  std::uint64_t writes_unknown = 0;
};

/// The half of a publisher that outlives it: tracks batches, and turns each settlement into a
/// checkpoint write. Settle handles share it, so they may be called when the publisher is long
/// gone.
///
/// To move the frontier and to write it is one step: of two settlements on two threads the one that
/// saw the older frontier would otherwise write last (B19). A guard besides never writes a position
/// at or below one that is stored (P-8). A write that was not confirmed stays wanted and is
/// repeated, or overtaken by a newer one, with the next settlement.
///
/// Thread-safe. `settle` blocks while another thread's write is under way.
class Settlements {
 public:
  Settlements(const PublisherOptions& options, CheckpointStore& store);
  Settlements(const Settlements&) = delete;
  Settlements& operator=(const Settlements&) = delete;

  /// Tracks a batch; blocks and ends as `CappedTracker::track`. Called in hand-over order.
  [[nodiscard]] std::optional<TrackedBatch> track(const std::optional<Position>& position,
                                                  std::size_t rows, bool snapshot,
                                                  const std::stop_token& stop);

  /// Settles a batch and writes what that makes safe. Idempotent; repeating it retries the write.
  StoreOutcome settle(const TrackedBatch& batch, Settlement settlement)
      TIDEMARK_EXCLUDES(persist_mutex_);

  /// Tracks a position that has no rows of its own and settles it at once: it is written when all
  /// before it is settled. False where `stop` came first.
  [[nodiscard]] bool mark(const Position& position, const std::stop_token& stop)
      TIDEMARK_EXCLUDES(persist_mutex_);

  /// A tracked batch could not be handed over. Its slot never settles: a later batch may be with
  /// the consumer already, and its settlement must not pass these rows (B15).
  void abandon(const TrackedBatch& batch);

  /// Blocks until everything tracked so far is settled and what is safe is stored, repeating a
  /// write that was not confirmed. False where that will not happen: `give_up` was called.
  [[nodiscard]] bool wait_until_stored() TIDEMARK_EXCLUDES(persist_mutex_);

  /// Blocks until every snapshot batch tracked so far is settled. False where that will not happen:
  /// `give_up` was called first. Batches of the stream are not waited for (G-5).
  [[nodiscard]] bool wait_for_snapshot();

  /// Writes the position of a snapshot that is settled as a whole; the frontier, which its batches
  /// moved to no position, does not know it.
  [[nodiscard]] StoreOutcome store_snapshot(const Position& position)
      TIDEMARK_EXCLUDES(persist_mutex_);

  /// Ends the waits of `wait_until_stored` and `wait_for_snapshot`, for ever.
  void give_up();

  /// Nothing is written after this returns, whoever settles; waits for a write under way. Late
  /// settlements of a generation that was replaced must not touch the store (N-3).
  void fence() TIDEMARK_EXCLUDES(persist_mutex_);

  /// Snapshot batches that are tracked, not settled, and whose send has not failed (P-5).
  [[nodiscard]] std::int64_t snapshot_in_flight() const;
  /// Messages from the frontier to the newest tracked one.
  [[nodiscard]] std::size_t pending() const { return tracker_.pending(); }
  /// Some batch will never settle, so the frontier will never move past it.
  [[nodiscard]] bool pinned() const { return tracker_.failed() > 0; }
  [[nodiscard]] SettlementCounts counts() const TIDEMARK_EXCLUDES(persist_mutex_);

 private:
  StoreOutcome persist(const std::optional<Position>& frontier) TIDEMARK_REQUIRES(persist_mutex_);
  void count(const TrackedBatch& batch, SlotState state) TIDEMARK_REQUIRES(persist_mutex_);
  [[nodiscard]] StoreOutcome retry() TIDEMARK_EXCLUDES(persist_mutex_);
  [[nodiscard]] bool pause_before_retry();
  void snapshot_done() TIDEMARK_EXCLUDES(snapshot_mutex_);

  const NackPolicy on_nack_;
  const std::chrono::nanoseconds store_retry_;
  CheckpointStore& store_;
  CappedTracker tracker_;

  mutable std::mutex snapshot_mutex_;
  std::condition_variable_any snapshot_settled_;
  std::int64_t snapshot_in_flight_ TIDEMARK_GUARDED_BY(snapshot_mutex_) = 0;

  mutable std::mutex persist_mutex_;  ///< taken before the tracker's own and the snapshot's
  /// Newest frontier seen, and the newest that is known to be durable. Both only ever grow.
  std::optional<Position> wanted_ TIDEMARK_GUARDED_BY(persist_mutex_);
  std::optional<Position> stored_ TIDEMARK_GUARDED_BY(persist_mutex_);
  bool fenced_ TIDEMARK_GUARDED_BY(persist_mutex_) = false;
  SettlementCounts counts_ TIDEMARK_GUARDED_BY(persist_mutex_);

  std::stop_source given_up_;
  const std::stop_token given_up_token_;
  std::mutex pause_mutex_;
  std::condition_variable_any pause_;
};

}  // namespace tidemark
