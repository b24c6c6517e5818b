// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/choice/source.hpp"

namespace tidemark::sim::choice {

/// How much of each kind of trouble one execution may contain; the default is "no bound".
struct Bounds {
  static constexpr std::uint32_t kUnbounded = ~std::uint32_t{0};
  std::uint32_t events = kUnbounded;    ///< crashes and other events from outside
  std::uint32_t faults = kUnbounded;    ///< answers of a fake other than the one without a fault
  std::uint32_t advances = kUnbounded;  ///< time moving on although a thread could run

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// Walks at random, with the odds themselves drawn anew for every execution (swarm).
///
/// One set of odds finds one kind of bug: long undisturbed runs and runs that switch at every step,
/// many crashes and none, late timers and early ones each reach states that the others hardly do.
/// Not thread-safe. Never allocates. Cost: one draw of the generator a call.
class RandomWalk : public Source {
 public:
  explicit RandomWalk(const Bounds& bounds = {}) : bounds_(bounds) {}

  /// Forgets the last execution and draws the odds of the next.
  void begin(std::uint64_t seed);

  std::uint32_t schedule(const SchedulePoint& point) override;
  std::uint64_t choose(Kind kind, std::uint64_t count) override;

 protected:
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  /// Whether something from outside the threads happens now: an event or time; else `kNothing`,
  /// and a thread can run.
  std::uint32_t from_outside(const SchedulePoint& point) {
    return from_outside(point, generator_.next());
  }

 private:
  std::uint32_t from_outside(const SchedulePoint& point, std::uint64_t draw);
  std::uint64_t pick_outcome(std::uint64_t count);

  Bounds bounds_;
  Bounds left_;
  Generator generator_;
  // Odds out of 65 536.
  std::uint32_t stay_ = 0;     ///< the running fiber goes on
  std::uint32_t advance_ = 0;  ///< time moves to the next deadline
  std::uint32_t event_ = 0;    ///< something happens from outside
  std::uint32_t fault_ = 0;    ///< a fake answers with a fault
  std::uint32_t stale_ = 0;    ///< a load reads something older than the newest store
};

}  // namespace tidemark::sim::choice
