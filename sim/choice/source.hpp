// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/choice/choice.hpp"

namespace tidemark::sim::choice {

/// A set of fiber ids below 256.
struct FiberSet {
  std::uint64_t words[4] = {};

  void insert(std::uint32_t id) { words[id >> 6] |= std::uint64_t{1} << (id & 63); }
  void erase(std::uint32_t id) { words[id >> 6] &= ~(std::uint64_t{1} << (id & 63)); }
  bool contains(std::uint32_t id) const { return ((words[id >> 6] >> (id & 63)) & 1) != 0; }
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(
        __builtin_popcountll(words[0]) + __builtin_popcountll(words[1]) +
        __builtin_popcountll(words[2]) + __builtin_popcountll(words[3]));
  }
  /// The `index`-th smallest id; `index` is below `size()`.
  std::uint32_t nth(std::uint32_t index) const {
    for (std::uint32_t word = 0;; ++word) {
      const auto count = static_cast<std::uint32_t>(__builtin_popcountll(words[word]));
      if (index < count) {
        std::uint64_t rest = words[word];
        while (index-- > 0) rest &= rest - 1;
        return word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(rest));
      }
      index -= count;
    }
  }
};

/// The operation a fiber has announced and not yet done, as a strategy may see it.
struct PendingView {
  /// What the operation may depend on besides the order of its own thread.
  enum class Reach : std::uint8_t {
    nothing,     ///< no order of it and another operation makes a difference
    place,       ///< operations on the same place of which one writes
    world,       ///< steps of fakes, models and the world, which properties look at
    everything,  ///< nothing is known
  };

  std::uint32_t object = 0;  ///< logical id; 0 where the operation has no object
  bool writes = false;       ///< may conflict with another operation on the same object
  Reach reach = Reach::nothing;
  /// Where the object lies, so coarsely that whatever it overlaps with has the same place.
  std::uintptr_t place = 0;
};

/// What a strategy sees at a scheduling point.
struct SchedulePoint {
  FiberSet runnable;
  std::uint32_t current = 0;             ///< the running fiber; need not be runnable
  bool can_advance = false;              ///< a deadline lies ahead
  std::uint64_t events = 0;              ///< bit per enabled event
  std::uint64_t step = 0;                ///< zero-based, within the execution
  bool touched = false;                  ///< properties were looked at after the last step
  const PendingView* pending = nullptr;  ///< indexed by fiber id
};

/// Answers every question of one execution: a random walk, a search, or a recorded run.
///
/// Called on a fiber's stack in host mode; must not allocate. Everything nondeterministic in an
/// execution is one of these calls.
class Source {
 public:
  virtual ~Source() = default;

  /// Returns an option identity that `point` offers (a runnable fiber, `kAdvance`, or an event).
  /// Only called when there is more than one option, unless it `sees_every_point`. Returning
  /// anything else ends the execution as diverged.
  virtual std::uint32_t schedule(const SchedulePoint& point) = 0;

  /// Returns an index below `count`; `count` is at least two. `count == 0` means any 64-bit value.
  virtual std::uint64_t choose(Kind kind, std::uint64_t count) = 0;

  /// Whether `schedule` is called where there is one option only, too. Such answers are no choices
  /// and are not recorded.
  virtual bool sees_every_point() const { return false; }

  /// Asked when an answer was not offered: where a replay stopped to match. Null for strategies.
  virtual const Choice* expected() const { return nullptr; }
};

}  // namespace tidemark::sim::choice
