// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tidemark/sim/choice/source.hpp"

namespace tidemark::sim::choice {

/// Answers exactly as recorded, and stops where the code asks for something else.
///
/// The recorded choices are borrowed. Never allocates.
/// Errors: an answer that no scheduling point offers (`~0`), with the recorded one in `expected()`.
class Replay final : public Source {
 public:
  explicit Replay(std::span<const Choice> choices) : choices_(choices) {}

  std::uint32_t schedule(const SchedulePoint& point) override;
  std::uint64_t choose(Kind kind, std::uint64_t count) override;
  const Choice* expected() const override { return &expected_; }

  /// Choices answered so far; all of them after a run that matched.
  std::size_t used() const { return next_; }

 private:
  bool take(Kind kind, std::uint64_t count);

  std::span<const Choice> choices_;
  std::size_t next_ = 0;
  Choice expected_;
};

/// Follows recorded choices where they fit and `fallback` where they do not.
///
/// For recordings of older code, and for the candidates of shrinking, where most choices still mean
/// something. A choice that does not fit is looked for a little further on; what lies between is
/// dropped. After the last recorded choice everything is the fallback's.
class LenientReplay final : public Source {
 public:
  LenientReplay(std::span<const Choice> choices, Source& fallback)
      : choices_(choices), fallback_(fallback) {}

  std::uint32_t schedule(const SchedulePoint& point) override;
  std::uint64_t choose(Kind kind, std::uint64_t count) override;

  /// Answers that came from the recording.
  std::size_t followed() const { return followed_; }

 private:
  template <typename Fits>
  const Choice* find(Fits fits);

  std::span<const Choice> choices_;
  Source& fallback_;
  std::size_t next_ = 0;
  std::size_t followed_ = 0;
};

/// How many options a scheduling point has, and whether `id` is one of them.
std::uint32_t option_count(const SchedulePoint& point);
bool offers(const SchedulePoint& point, std::uint64_t id);

}  // namespace tidemark::sim::choice
