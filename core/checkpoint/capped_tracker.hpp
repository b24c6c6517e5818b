// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>

#include "tidemark/core/checkpoint/frontier.hpp"
#include "tidemark/core/checkpoint/slot.hpp"
#include "tidemark/core/position/position.hpp"
#include "tidemark/core/thread_annotations.hpp"

namespace tidemark {

/// A frontier with a bound: whoever tracks beyond it waits until the frontier moves.
///
/// Invariant: at any time `pending() <= cap`, or one larger slot is pending alone (T-4).
/// Thread-safe: any number of trackers and settlers. Trackers that want an order among themselves
/// bring it (`TicketLock`).
/// Source: docs/spec 2.1, T-1 … T-6.
class CappedTracker {
 public:
  /// `cap` is in messages, at least one.
  explicit CappedTracker(std::size_t cap, Generation generation = Generation{1});
  CappedTracker(const CappedTracker&) = delete;
  CappedTracker& operator=(const CappedTracker&) = delete;

  /// Tracks a slot, blocking while it does not fit. A slot larger than the cap is admitted when
  /// nothing is pending. Empty once `stop` is requested, and only if the call had to wait: where
  /// there is room, `stop` is not looked at.
  [[nodiscard]] std::optional<SlotRef> track(const std::optional<Position>& position,
                                             std::size_t messages, const std::stop_token& stop);

  /// As `Frontier::settle`.
  SettleResult settle(const SlotRef& slot, SlotState state);

  /// Blocks until every slot tracked so far is settled; false where `stop` came first.
  [[nodiscard]] bool wait_until_settled(const std::stop_token& stop);

  [[nodiscard]] std::optional<Position> position() const;
  [[nodiscard]] std::size_t pending() const;
  [[nodiscard]] std::size_t failed() const;

 private:
  [[nodiscard]] bool fits(std::size_t messages) const TIDEMARK_REQUIRES(mutex_);

  const std::size_t cap_;
  mutable std::mutex mutex_;
  std::condition_variable_any moved_;
  Frontier frontier_ TIDEMARK_GUARDED_BY(mutex_);
  /// Waits under way: while there are none, a settlement wakes nobody.
  std::size_t waiting_ TIDEMARK_GUARDED_BY(mutex_) = 0;
};

}  // namespace tidemark
