// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/graph/event.hpp"

namespace tidemark::sim::graph {

/// What an action makes of the value it reads.
struct Effect {
  bool waits = false;   ///< it cannot be done with this value
  bool writes = false;  ///< it is a read-modify-write and leaves `written`
  std::uint64_t written = 0;
};

inline constexpr std::uint64_t kFree = 0;
inline constexpr std::uint64_t kHeld =
    ~std::uint64_t{0};  ///< by a writer; else readers are counted
inline constexpr std::uint64_t kOnceBusy = 1;
inline constexpr std::uint64_t kOnceDone = 2;

/// The low `width` bytes.
inline std::uint64_t truncated(std::uint64_t value, std::uint8_t width) {
  return width >= 8 ? value : value & ((std::uint64_t{1} << (8 * width)) - 1);
}

/// The `n`-th lowest bit that is set, from 0; `n` is below their number.
inline std::uint64_t nth_bit(std::uint64_t bits, std::uint64_t n) {
  for (; n > 0; --n) bits &= bits - 1;
  return bits & (~bits + 1);
}

inline bool is_guarded(Action action) {
  return action >= Action::lock && action <= Action::begin_once;
}

/// Whether doing it again may leave everything as it was: only then can a thread spin on it.
inline bool may_be_idle(Action action) {
  return action == Action::load || action == Action::compare_exchange ||
         action == Action::try_lock || action == Action::try_lock_shared ||
         action == Action::try_take_one;
}

inline Effect effect_of(const Event& read, std::uint64_t value) {
  const auto leaves = [&](std::uint64_t written) {
    return Effect{false, true, truncated(written, read.width)};
  };
  const std::uint64_t operand = read.operand;
  switch (read.action) {
    case Action::load: return {};
    case Action::exchange: return leaves(operand);
    case Action::add: return leaves(value + operand);
    case Action::subtract: return leaves(value - operand);
    case Action::bit_and: return leaves(value & operand);
    case Action::bit_or: return leaves(value | operand);
    case Action::bit_xor: return leaves(value ^ operand);
    case Action::bit_nand: return leaves(~(value & operand));
    case Action::compare_exchange: return value == read.expected ? leaves(operand) : Effect{};
    case Action::lock: return value == kFree ? leaves(kHeld) : Effect{true};
    case Action::try_lock: return value == kFree ? leaves(kHeld) : Effect{};
    case Action::lock_shared: return value != kHeld ? leaves(value + 1) : Effect{true};
    case Action::try_lock_shared: return value != kHeld ? leaves(value + 1) : Effect{};
    case Action::take_one: return value != 0 ? leaves(value - 1) : Effect{true};
    case Action::try_take_one: return value != 0 ? leaves(value - 1) : Effect{};
    case Action::begin_once: return value == 0 ? leaves(kOnceBusy) : Effect{value == kOnceBusy};
    case Action::enlist: return leaves(value | operand);
    case Action::notify_one:
      return value != 0 ? leaves(value & ~nth_bit(value, read.expected)) : Effect{};
    case Action::notify_all: return value != 0 ? leaves(0) : Effect{};
    case Action::woken: return {};
    case Action::step:
    case Action::await: return leaves(value + 1);
  }
  return {};
}

}  // namespace tidemark::sim::graph
