// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "tidemark/core/ack/ack_ref.hpp"

namespace tidemark {

/// The handles of rows that are not written yet: of an encoded chunk, a batch of a sink, a queue.
///
/// What becomes of them has to be said: `deliver` after the write. Destroyed without it, the set
/// fails every batch it still holds a handle of, since its rows went down with it. To fail too much
/// is safe: it repeats rows, and loses none.
///
/// Invariant: destroyed or overwritten means failed, `deliver` means delivered as far as this set's
/// handles go, and `absorb` means nothing yet. A set that was moved from is empty.
/// Thread-safety: none; one owner at a time.
/// Source: docs/spec 2.11, A-3.
class AckSet {
 public:
  AckSet() noexcept = default;
  /// Holds all of `acks`, none of which is empty.
  explicit AckSet(std::vector<AckRef> acks);
  ~AckSet();
  AckSet(AckSet&& other) noexcept = default;
  AckSet& operator=(AckSet&& other) noexcept;

  /// Adds a handle, which is not empty. Errors: where memory runs out the handle fails its batch,
  /// and std::bad_alloc goes on.
  void push(AckRef ack);

  /// Moves every handle of `other` over; resolves nothing. Errors: where memory runs out both sets
  /// are as before, and std::bad_alloc goes on.
  void absorb(AckSet&& other);

  [[nodiscard]] std::size_t size() const noexcept { return acks_.size(); }
  [[nodiscard]] bool empty() const noexcept { return acks_.empty(); }

  /// What the set stands for is written: gives all handles up as delivered. It cannot undo a
  /// failure of another handle of the same batch. The set is empty afterwards.
  void deliver() && noexcept;

 private:
  std::vector<AckRef> acks_;
};

}  // namespace tidemark
