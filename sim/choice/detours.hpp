// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tidemark/sim/choice/source.hpp"

namespace tidemark::sim::choice {

/// A place where a run went elsewhere: what it took instead of going on with a thread.
struct Turn {
  std::uint32_t thread = 0;  ///< the one that ran
  std::uint32_t at = 0;      ///< its own steps by then (see `OwnSteps`)
  std::uint32_t option = 0;  ///< another thread, time, or an event
  bool preempts = false;     ///< it could have gone on

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Counts the steps of each thread.
///
/// A strategy is asked only where there is more than one option. Where the thread that runs is not
/// the one that was taken last, the latter is thought to have ended its step and the former to have
/// done the rest: close, and the same in every run.
class OwnSteps {
 public:
  /// Before an answer: the steps that the running thread has done.
  std::uint32_t of_current(const SchedulePoint& point);
  /// After it.
  void taken(const SchedulePoint& point, std::uint32_t option);

 private:
  std::array<std::uint32_t, option::kFibersMax> steps_{};
  std::uint64_t step_ = 0;
  std::uint32_t thread_ = 0;  ///< the one taken last
};

/// Passes another source's answers on, and remembers where they turned: to another thread, or to
/// something from outside while a thread could run.
///
/// The source is borrowed. Never allocates; turns behind the first 256 are forgotten.
class TurnRecorder final : public Source {
 public:
  explicit TurnRecorder(Source& source) : source_(source) {}

  std::uint32_t schedule(const SchedulePoint& point) override;
  std::uint64_t choose(Kind kind, std::uint64_t count) override {
    return source_.choose(kind, count);
  }

  /// In order.
  std::span<const Turn> turns() const { return std::span(turns_).first(size_); }

 private:
  Source& source_;
  std::array<Turn, 256> turns_{};
  std::size_t size_ = 0;
  OwnSteps steps_;
};

/// Lets each thread run until it blocks, but for the turns it is given.
///
/// Counting a thread's own steps instead of all steps keeps a turn meaningful where other threads
/// run in another order. The spans are borrowed. Never allocates.
class Detours final : public Source {
 public:
  /// `order`: whom to take where the running thread cannot go on; others come last, by id.
  Detours(std::span<const Turn> turns, std::span<const std::uint32_t> order);

  std::uint32_t schedule(const SchedulePoint& point) override;
  /// Answers as if nothing went wrong. See `PlannedInputs` for other inputs.
  std::uint64_t choose(Kind, std::uint64_t) override { return 0; }

 private:
  std::uint32_t pick(const SchedulePoint& point, std::uint32_t own);

  std::span<const Turn> turns_;
  std::span<const std::uint32_t> order_;
  std::uint64_t used_ = 0;  ///< bit per turn
  OwnSteps steps_;
};

}  // namespace tidemark::sim::choice
