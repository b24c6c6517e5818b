// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tidemark::sim::choice {

/// What a choice decides. The kind is part of the record, so that a replay notices when the code
/// asks for something else than it did.
enum class Kind : std::uint8_t {
  schedule,   ///< which option of a scheduling point: a fiber, the clock, or an event
  wake,       ///< which waiter a notify wakes
  parameter,  ///< a value of the scenario's input
  outcome,    ///< how a fake answers; 0 is the answer without a fault
  random,     ///< a draw the program itself made (`rand`, `random_device`)
  load,       ///< which store an atomic load reads; 0 is the newest
};

/// One recorded decision. A list of these *is* the run.
struct Choice {
  Kind kind{};
  /// Number of options for every kind but `schedule`, where it is the number that could be taken.
  std::uint32_t count = 0;
  /// Index below `count`; for `schedule` the option's own identity (see `option`), which survives
  /// the removal of earlier choices.
  std::uint64_t value = 0;

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// Identities of the options of a scheduling point.
namespace option {
inline constexpr std::uint32_t kFibersMax = 256;              ///< 0 … 255: the fiber of that id
inline constexpr std::uint32_t kAdvance = kFibersMax;         ///< time moves to the next deadline
inline constexpr std::uint32_t kFirstEvent = kFibersMax + 1;  ///< then the events, by event id
inline constexpr std::uint32_t kEventsMax = 64;
}  // namespace option

}  // namespace tidemark::sim::choice
