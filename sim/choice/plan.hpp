// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/sim/choice/source.hpp"

namespace tidemark::sim::choice {

/// A stretch of a schedule: the same option taken again and again.
struct Segment {
  /// Until the option is no longer there: a thread that goes on until it blocks.
  static constexpr std::uint32_t kWhileOffered = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t option = 0;  ///< identity (see `option`)
  std::uint32_t length = 1;  ///< scheduling points; at least 1

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// A run, written so that parts of it can be taken away and the rest still means something.
///
/// A recording answers one question after the other, so whatever is removed shifts all the rest.
/// Here each kind of choice has a list of its own, and the schedule is kept as stretches of
/// threads; what a list no longer says is answered as if nothing had gone wrong: the running thread
/// goes on, else the one of the lowest id; no fault, the newest store, the smallest parameter. Time
/// moves only where nothing can run.
struct Plan {
  std::vector<Segment> schedule;
  /// By kind; the list of `Kind::schedule` stays empty.
  std::array<std::vector<std::uint64_t>, 6> values;

  std::vector<std::uint64_t>& of(Kind kind) { return values[static_cast<std::size_t>(kind)]; }
  const std::vector<std::uint64_t>& of(Kind kind) const {
    return values[static_cast<std::size_t>(kind)];
  }

  friend bool operator==(const Plan&, const Plan&) = default;
};

/// The plan that answers exactly as recorded.
Plan plan_of(std::span<const Choice> choices);

/// One word of letters, digits, '.' and '_' for a token; `unpack_plan` reads it.
std::string pack_plan(const Plan& plan);
std::optional<Plan> unpack_plan(std::string_view text);

/// Follows a plan where it fits and leaves out what does not.
///
/// The plan is borrowed. Never allocates. A stretch ends early where its option is not offered.
class PlanReplay final : public Source {
 public:
  explicit PlanReplay(const Plan& plan) : plan_(plan) {}

  std::uint32_t schedule(const SchedulePoint& point) override;
  std::uint64_t choose(Kind kind, std::uint64_t count) override;

  /// What the run was made of, counted where it was asked for: the fair phase asks nobody.
  struct Counts {
    std::uint64_t preemptions = 0;  ///< switches away from a thread that could go on
    std::uint64_t events = 0;
    std::uint64_t advances = 0;
    std::uint64_t faults = 0;
    std::uint64_t oddities = 0;   ///< stale loads, and wakes of another than the first waiter
    std::uint64_t value_sum = 0;  ///< of the parameters
    std::uint64_t last_step = 0;  ///< of the last question
  };
  const Counts& counts() const { return counts_; }

  /// The plan without what nobody asked for any more. Not during the execution: it allocates.
  Plan used() const;

 private:
  std::uint32_t planned(const SchedulePoint& point);

  const Plan& plan_;
  std::size_t segment_ = 0;
  std::uint32_t taken_ = 0;  ///< of the current segment
  std::array<std::size_t, 6> next_{};
  Counts counts_;
};

/// Takes everything but the schedule from a plan; the schedule is another source's.
class PlannedInputs final : public Source {
 public:
  PlannedInputs(const Plan& plan, Source& schedule) : inputs_(plan), schedule_(schedule) {}

  std::uint32_t schedule(const SchedulePoint& point) override { return schedule_.schedule(point); }
  std::uint64_t choose(Kind kind, std::uint64_t count) override {
    return inputs_.choose(kind, count);
  }

 private:
  PlanReplay inputs_;
  Source& schedule_;
};

}  // namespace tidemark::sim::choice
