// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "tidemark/core/position/position.hpp"

namespace tidemark {

/// One lifetime of a frontier, counted from 1. What was tracked in an earlier one is stale.
enum class Generation : std::uint64_t {};

/// Names a tracked slot, for ever: a copy that outlives its generation is recognised as stale, one
/// whose slot is long settled as repeated.
struct SlotRef {
  Generation generation{};
  std::uint64_t seq = 0;  ///< in track order, counted from 0 within the generation

  friend bool operator==(const SlotRef&, const SlotRef&) = default;
};

/// Where a slot stands. Every transition leaves `pending`, once.
enum class SlotState : std::uint8_t {
  pending,    ///< tracked, nothing known
  delivered,  ///< settled: the consumer holds it
  dropped,    ///< settled: refused, under a policy that gives it up
  failed,     ///< never settles: the frontier stops before it
};

enum class SettleEffect : std::uint8_t {
  settled,   ///< this call took the slot out of `pending`
  repeated,  ///< an earlier call did; nothing changed
  stale,     ///< the slot belongs to an earlier generation; nothing changed
};

struct SettleResult {
  SettleEffect effect{};
  /// Newest safe position after the call, whatever the call itself did; empty before the first.
  std::optional<Position> frontier;
};

}  // namespace tidemark
