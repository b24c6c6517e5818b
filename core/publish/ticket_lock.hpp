// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <vector>

#include "tidemark/core/thread_annotations.hpp"

namespace tidemark {

/// A place in the queue, taken long before the turn comes. Counted from 0.
enum class Ticket : std::uint64_t {};

/// What happens to a ticket whose holder gives up waiting.
enum class OnAbandon {
  skip,  ///< the turn passes over it: it owned nothing
  seal,  ///< nobody after it may go on: it owned rows that are now lost to this generation
};

enum class AcquireOutcome {
  admitted,   ///< it is the caller's turn, until `release`
  sealed,     ///< refused: somebody before lost rows
  cancelled,  ///< the caller gave up, and the ticket is abandoned
};

/// A lock whose order is fixed by an earlier, cheap step: whoever takes ticket n enters n-th,
/// however long it needs to come to the door. So an order that was decided under one mutex outlives
/// it, and that mutex is not held while blocking.
///
/// Invariant: at most one holder (K-1), in strictly increasing ticket order (K-2); if every holder
/// releases, every live ticket is served or refused (K-3); after `seal` nobody is admitted (K-4);
/// an abandonment that seals can never be seen without its seal (K-6).
/// Thread-safe. Waiters share one condition: a release wakes all of them, and they are few.
/// Source: docs/spec 2.4, K-1 … K-6.
class TicketLock {
 public:
  TicketLock() = default;
  TicketLock(const TicketLock&) = delete;
  TicketLock& operator=(const TicketLock&) = delete;

  /// Takes the next place. Never blocks; every ticket has to be acquired or abandoned by `acquire`.
  [[nodiscard]] Ticket take();

  /// Waits for the turn of `ticket`. A turn that has come is taken without looking at `stop`, also
  /// where both come at once.
  [[nodiscard]] AcquireOutcome acquire(Ticket ticket, const std::stop_token& stop,
                                       OnAbandon on_abandon);

  /// Ends the holder's turn and passes it on, over abandoned tickets.
  void release();

  /// Refuses everybody who waits or comes later. A holder keeps its turn. Idempotent.
  void seal();

  [[nodiscard]] bool sealed() const;

  /// Threads that wait, and tickets that the turn still has to pass over: both drain to none (K-5).
  [[nodiscard]] std::size_t waiting() const;
  [[nodiscard]] std::size_t abandoned() const;

 private:
  void seal_locked() TIDEMARK_REQUIRES(mutex_);
  [[nodiscard]] bool take_abandoned(std::uint64_t ticket) TIDEMARK_REQUIRES(mutex_);

  mutable std::mutex mutex_;
  std::condition_variable_any turn_;
  std::uint64_t next_ TIDEMARK_GUARDED_BY(mutex_) = 0;
  std::uint64_t serving_ TIDEMARK_GUARDED_BY(mutex_) = 0;
  std::size_t waiting_ TIDEMARK_GUARDED_BY(mutex_) = 0;
  std::vector<std::uint64_t> abandoned_ TIDEMARK_GUARDED_BY(mutex_);
  bool held_ TIDEMARK_GUARDED_BY(mutex_) = false;
  bool sealed_ TIDEMARK_GUARDED_BY(mutex_) = false;
};

/// Releases an acquired turn at the end of a scope.
class TicketTurn {
 public:
  explicit TicketTurn(TicketLock& lock) : lock_{lock} {}
  ~TicketTurn() { lock_.release(); }
  TicketTurn(const TicketTurn&) = delete;
  TicketTurn& operator=(const TicketTurn&) = delete;

 private:
  TicketLock& lock_;
};

}  // namespace tidemark
