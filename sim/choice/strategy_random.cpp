// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/strategy_random.hpp"

namespace tidemark::sim::choice {
namespace {

constexpr std::uint32_t kAlways = 1U << 16;
constexpr std::uint32_t kStay[] = {0, kAlways / 2, kAlways - kAlways / 8, kAlways - kAlways / 32};
constexpr std::uint32_t kAdvance[] = {0, kAlways / 32, kAlways / 8, kAlways / 2};
constexpr std::uint32_t kEvent[] = {0, kAlways / 256, kAlways / 64, kAlways / 16};
constexpr std::uint32_t kFault[] = {0, kAlways / 16, kAlways / 4, kAlways / 2};
constexpr std::uint32_t kStale[] = {0, kAlways / 16, kAlways / 4, kAlways / 2};

/// Bits of a word, without the library call that the portable instruction set makes of the builtin.
std::uint32_t count_bits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<std::uint32_t>((bits * 0x0101010101010101) >> 56);
}

std::uint32_t nth_bit(std::uint64_t bits, std::uint32_t index) {
  while (index-- > 0) bits &= bits - 1;
  return static_cast<std::uint32_t>(__builtin_ctzll(bits));
}

/// Whether a set fits in its first word, as almost all do: then one word is all that is looked at.
bool is_small(const FiberSet& set) { return (set.words[1] | set.words[2] | set.words[3]) == 0; }

bool is_empty(const FiberSet& set) { return is_small(set) && set.words[0] == 0; }

std::uint32_t size_of(const FiberSet& set) {
  return is_small(set) ? count_bits(set.words[0]) : set.size();
}

std::uint32_t nth_of(const FiberSet& set, std::uint32_t index) {
  return is_small(set) ? nth_bit(set.words[0], index) : set.nth(index);
}

std::uint32_t scale(std::uint64_t sixteen_bits, std::uint32_t bound) {
  return static_cast<std::uint32_t>((sixteen_bits * bound) >> 16);
}

}  // namespace

void RandomWalk::begin(std::uint64_t seed) {
  generator_.reseed(seed);
  left_ = bounds_;
  const std::uint64_t draw = generator_.next();
  stay_ = kStay[draw & 3];
  advance_ = kAdvance[(draw >> 8) & 3];
  event_ = kEvent[(draw >> 16) & 3];
  fault_ = kFault[(draw >> 24) & 3];
  stale_ = kStale[(draw >> 32) & 3];
}

// One draw serves the four questions of a scheduling point, sixteen bits each: at most 256 fibers
// leave a bias of 1/256, which no strategy of this kind depends on.
std::uint32_t RandomWalk::from_outside(const SchedulePoint& point, std::uint64_t draw) {
  const bool can_run = !is_empty(point.runnable);
  if (point.events != 0 && left_.events != 0) {
    const bool nothing_else = !can_run && !point.can_advance;
    if (nothing_else || (draw & 0xffff) < event_) {
      --left_.events;
      const std::uint32_t enabled = count_bits(point.events);
      return option::kFirstEvent + nth_bit(point.events, scale(draw >> 48, enabled));
    }
  }
  if (!can_run) {
    if (point.can_advance) return option::kAdvance;
    // Only events are left and their bound is used up: the kernel has to have one of them.
    return option::kFirstEvent + nth_bit(point.events, 0);
  }
  if (point.can_advance && left_.advances != 0 && ((draw >> 16) & 0xffff) < advance_) {
    --left_.advances;
    return option::kAdvance;
  }
  return kNothing;
}

std::uint32_t RandomWalk::schedule(const SchedulePoint& point) {
  const std::uint64_t draw = generator_.next();
  const std::uint32_t outside = from_outside(point, draw);
  if (outside != kNothing) return outside;
  if (((draw >> 32) & 0xffff) < stay_ && point.runnable.contains(point.current)) {
    return point.current;
  }
  return nth_of(point.runnable, scale(draw >> 48, size_of(point.runnable)));
}

std::uint64_t RandomWalk::pick_outcome(std::uint64_t count) {
  if (left_.faults == 0 || (generator_.next() & 0xffff) >= fault_) return 0;
  --left_.faults;
  return 1 + generator_.below(count - 1);
}

std::uint64_t RandomWalk::choose(Kind kind, std::uint64_t count) {
  if (count == 0) return generator_.next();
  if (kind == Kind::outcome) return pick_outcome(count);
  if (kind == Kind::load && (generator_.next() & 0xffff) >= stale_) return 0;
  return generator_.below(count);
}

}  // namespace tidemark::sim::choice
