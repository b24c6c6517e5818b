// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tidemark/core/checkpoint/slot.hpp"
#include "tidemark/core/position/position.hpp"

namespace tidemark {

/// Turns acknowledgements that arrive in any order into the newest position that is safe to store.
///
/// A list of slots in track order, which has to be source order. Slots are popped from its front as
/// long as they are settled; `position()` is the last position so popped. Several slots may lack a
/// position (no tie group ended in them): they hold the frontier back but never move it.
///
/// Invariant: `position()` never passes a slot that is tracked and not settled; it moves in track
/// order and is never empty again once set (T-1, T-2). A slot settles at most once (T-3).
/// Thread-safety: none; `CappedTracker` adds it.
/// Cost: `track` is amortised O(1) and allocates only while the window grows beyond what it ever
/// was; `settle` never allocates and is amortised O(1).
/// Source: docs/spec 2.1, T-1 … T-5; section 5 (one engine for all systems).
class Frontier {
 public:
  explicit Frontier(Generation generation = Generation{1});

  /// Appends a slot that stands for `messages` (at least one) and, once it and all before it are
  /// settled, for `position`.
  SlotRef track(const std::optional<Position>& position, std::size_t messages);

  /// Takes a slot from `pending` to `state`, which is not `pending`. Idempotent: a settlement that
  /// comes twice, or late, changes nothing and learns where the frontier is.
  SettleResult settle(const SlotRef& slot, SlotState state);

  /// Forgets every slot and the position; handles made before are stale from here on. `next` is
  /// greater than the present generation.
  void begin_generation(Generation next);

  [[nodiscard]] const std::optional<Position>& position() const { return position_; }
  [[nodiscard]] Generation generation() const { return generation_; }

  /// Messages from the frontier to the newest slot. A *span*: a slot settled in the middle counts
  /// until everything before it is settled too.
  [[nodiscard]] std::size_t pending() const { return pending_; }

  /// Slots that failed and therefore hold the frontier for the rest of the generation.
  [[nodiscard]] std::size_t failed() const { return failed_; }

  [[nodiscard]] bool empty() const { return first_ == next_; }

 private:
  struct Slot {
    std::optional<Position> position;
    std::size_t messages = 0;
    SlotState state = SlotState::pending;
  };

  Slot& at(std::uint64_t seq) { return ring_[seq & (ring_.size() - 1)]; }
  void grow();
  void advance();

  Generation generation_;
  /// Slots `first_` … `next_ - 1`, each at its seq modulo the size, which is a power of two: a seq
  /// finds its slot without a search, and a settled front costs no deallocation.
  std::vector<Slot> ring_;
  std::uint64_t first_ = 0;
  std::uint64_t next_ = 0;
  std::size_t pending_ = 0;
  std::size_t failed_ = 0;
  std::optional<Position> position_;
};

}  // namespace tidemark
