// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "tidemark/core/batch/batcher.hpp"
#include "tidemark/core/ports/checkpoint_store.hpp"
#include "tidemark/core/ports/consumer.hpp"
#include "tidemark/core/position/row.hpp"
#include "tidemark/core/publish/publisher_options.hpp"
#include "tidemark/core/publish/settlements.hpp"
#include "tidemark/core/publish/ticket_lock.hpp"
#include "tidemark/core/thread_annotations.hpp"

namespace tidemark {

enum class PublishOutcome {
  done,     ///< what the call promises has happened
  stopped,  ///< stop was requested: what was not handed over is read again after a restart
  /// Rows were lost to this generation, so none after them may be tracked. A new publisher, reading
  /// on from the stored position, sees them again; this one never recovers.
  poisoned,
};

enum class StopMode {
  /// Nothing more is taken, every wait inside the publisher ends. What the consumer has may still
  /// be
  /// settled, and is stored.
  soft,
  /// Besides, settlements no longer reach the store.
  hard,
};

/// Batches rows, hands them to the consumer in source order and stores the newest position that is
/// safe to restart from.
///
/// A flush takes its place in the queue while the batcher is locked; tracking and sending happen
/// outside that lock, in the order of the places. So the order of flushing, tracking and handing
/// over is one (P-1), and a full window blocks those who flush, not those who only add (P-2).
///
/// Invariant: what is stored is settled through, and never decreases (P-8). A batch's position is
/// the checkpoint of its last row; nothing is stored for one without (P-7), nor for a batch that
/// ends in the snapshot: its rows share a position that is only safe when all are settled (G-1).
/// Thread-safe. Publishing from several threads is safe, but then their order is nobody's.
/// The destructor stops hard and waits for the timer's thread; no other call may be under way, and
/// it is not called by that thread (from `Consumer::send` or `CheckpointStore::store`).
/// Lifetime: consumer and store outlive the publisher; settle handles may outlive all three.
/// Source: docs/spec 2.3 form M, P-1 … P-10.
class Publisher {
 public:
  /// Errors: aborts where `options.validate()` has something to say.
  Publisher(const PublisherOptions& options, Consumer& consumer, CheckpointStore& store);
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  /// Takes one row. Done: it is buffered, or its batch is with the consumer. Blocks only where it
  /// has a batch to hand over.
  PublishOutcome publish(Row row);

  /// Hands over what is buffered. Done proves that every earlier flush, of any thread, has been
  /// tracked, counted and handed over, also where nothing was buffered.
  PublishOutcome flush_current();

  /// Ends timed flushing for good, then as `flush_current`: for a source that comes to an end.
  PublishOutcome flush_remaining();

  /// `position` is closed: no row at or below it will follow. It goes with the buffered rows, or as
  /// a marker of its own where there are none, so that an idle source is stored to its end.
  PublishOutcome checkpoint_window(const Position& position);

  /// Hands over what is buffered and blocks until everything published before is settled and what
  /// is safe is stored.
  PublishOutcome drain();

  /// Blocks until every snapshot batch handed over so far is settled (`SnapshotGate`).
  PublishOutcome wait_for_snapshot();

  /// Stores the position of a snapshot that is settled as a whole (`SnapshotGate`).
  [[nodiscard]] StoreOutcome store_snapshot(const Position& position);

  /// Idempotent, from any thread. A hard stop waits for a write under way, a soft one for nothing.
  void stop(StopMode mode);

  /// Stops hard and waits for the timer's thread. Nothing is sent or written after it returns.
  void close();

  /// The frontier can never move to its end any more: rows were lost before they were tracked, a
  /// hand-over failed, or a batch was refused under `NackPolicy::pin`.
  [[nodiscard]] bool poisoned() const;

  /// Snapshot batches tracked and not settled, less those whose hand-over failed.
  [[nodiscard]] std::int64_t snapshot_in_flight() const;

  /// Messages from the oldest unsettled one to the newest tracked.
  [[nodiscard]] std::size_t pending() const;

  [[nodiscard]] SettlementCounts counts() const;

 private:
  enum class State { open, poisoned, closed };

  /// What the rows in the buffer stand for, decided by the last of them (P-10).
  struct Newest {
    std::optional<Position> checkpoint;
    bool snapshot = false;
  };

  /// A batch on its way, with its place in the queue. Without rows it is a marker, or a barrier.
  struct Flushed {
    Ticket ticket{};
    Batch batch{};
    Newest newest{};
  };

  [[nodiscard]] PublishOutcome refusal() const TIDEMARK_REQUIRES(batcher_mutex_);
  [[nodiscard]] std::optional<Flushed> flush_locked() TIDEMARK_REQUIRES(batcher_mutex_);
  void poison_locked() TIDEMARK_REQUIRES(batcher_mutex_);

  PublishOutcome dispatch(Flushed flushed) TIDEMARK_EXCLUDES(batcher_mutex_);
  PublishOutcome track_and_send(Flushed flushed) TIDEMARK_EXCLUDES(batcher_mutex_);
  PublishOutcome lose_rows() TIDEMARK_EXCLUDES(batcher_mutex_);
  [[nodiscard]] PublishOutcome why_not() const;

  void run_timer(const std::stop_token& stop) TIDEMARK_EXCLUDES(batcher_mutex_);
  [[nodiscard]] std::optional<Flushed> next_timed_flush(const std::stop_token& stop)
      TIDEMARK_EXCLUDES(batcher_mutex_);
  void join_timer();

  Consumer& consumer_;
  const bool timed_;
  const std::shared_ptr<Settlements> settlements_;  ///< shared with every settle handle
  TicketLock queue_;

  std::stop_source soft_;
  const std::stop_token soft_token_;

  std::mutex batcher_mutex_;  ///< taken before the queue's own; never held while blocking on others
  Batcher batcher_ TIDEMARK_GUARDED_BY(batcher_mutex_);
  Newest newest_ TIDEMARK_GUARDED_BY(batcher_mutex_);
  State state_ TIDEMARK_GUARDED_BY(batcher_mutex_) = State::open;
  std::condition_variable_any timer_wake_;

  std::mutex join_mutex_;  ///< one thread joins
  std::jthread timer_;     ///< last: it uses everything above
};

}  // namespace tidemark
