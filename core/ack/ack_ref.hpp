// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "tidemark/core/ack/batch_id.hpp"

namespace tidemark {

namespace detail {
struct AckState;
}

/// A handle on a batch that is under way; every row of it carries one. When the last handle is gone
/// the batch has resolved, and the receiver finds one message about it.
///
/// Dropping a handle means *delivered*: the row was written, filtered or skipped on purpose. What
/// may be torn down before it is written travels in an `AckSet`, where dropping means failed.
///
/// Invariant: exactly one message per batch, failed if any handle was ever failed, by any
/// thread. Where the receiver is gone nothing happens, and nothing leaks.
/// Thread-safety: as a pointer's. Each handle belongs to one thread at a time, any number of
/// handles of one batch to any threads.
/// Cost: a copy is one relaxed increment. No call blocks, allocates or throws, the last drop
/// included.
/// Source: docs/spec 2.11, A-1, A-2, A-9.
class AckRef {
 public:
  /// Copies and moves of an empty handle are empty.
  AckRef(const AckRef& other) noexcept;
  AckRef(AckRef&& other) noexcept : state_{std::exchange(other.state_, nullptr)} {}
  AckRef& operator=(AckRef other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~AckRef();

  /// The batch has failed, whatever its other handles say before or after. Idempotent. The handle
  /// is not empty.
  void fail() const noexcept;

  /// Which batch this is a handle on. The handle is not empty.
  [[nodiscard]] const BatchId& batch() const noexcept;

  /// False after it was moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }

 private:
  friend class AckSender;
  explicit AckRef(detail::AckState* state) noexcept : state_{state} {}

  detail::AckState* state_;
};

}  // namespace tidemark
