// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "tidemark/core/batch/batch_policy.hpp"
#include "tidemark/core/position/row.hpp"

namespace tidemark {

/// What a flush took out of the buffer.
struct FlushResult {
  ProcessOutcome outcome = ProcessOutcome::processed;
  Batch batch{};  ///< empty where nothing was buffered, all was filtered, or the processor failed
};

/// Collects rows until its policy says that they should go out. It never sends by itself: `add` and
/// `until_next` say when a flush is due, and the owner flushes.
///
/// Invariant: the flushed batches, one after the other, are the rows in the order of adding (B-2).
/// Thread-safety: none; one owner at a time (B-1).
/// Reads the monotonic clock, and only where the policy has a period.
/// Source: docs/spec 2.2, B-1 … B-5.
class Batcher {
 public:
  using Clock = std::chrono::steady_clock;

  /// What `until_next` says when a flush is due: it never returns less.
  static constexpr std::chrono::nanoseconds kDue{1};

  /// `policy` has been validated.
  explicit Batcher(const BatchPolicy& policy);

  /// Appends a row. Returns whether a flush is due: a trigger fired, now or since the last flush,
  /// or the period is over.
  [[nodiscard]] bool add(Row row);

  /// Time until the period asks for a flush, at least `kDue`; empty without a period. It runs from
  /// the last flush (or from construction), whatever is buffered.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> until_next() const;

  /// Empties the buffer and starts the period anew, also where nothing was buffered. After a failed
  /// flush the rows are gone: the owner must not let later ones pass them (B-5).
  [[nodiscard]] FlushResult flush();

  [[nodiscard]] bool empty() const { return rows_.empty(); }

 private:
  [[nodiscard]] bool fires(const Row& newest);
  void restart_period();

  const BatchPolicy policy_;
  Batch rows_;
  std::int64_t bytes_ = 0;
  bool triggered_ = false;
  Clock::time_point last_flush_{};
};

}  // namespace tidemark
