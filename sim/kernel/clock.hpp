// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Virtual time: discrete, in nanoseconds, one monotonic clock for the world and a wall clock with
/// an offset for each process. Time moves to the next deadline when nothing can run or a choice
/// says so, and by a little whenever somebody looks at it, so that polling ends.
namespace tidemark::sim::kernel {

/// What the world's wall clock shows at monotonic zero: 2023-11-14T22:13:20Z.
inline constexpr std::int64_t kWallEpochNs = 1'700'000'000'000'000'000;
/// Monotonic time at the start of an execution; not zero, since programs take zero for "never".
inline constexpr std::int64_t kStartNs = 1'000'000'000;
/// How far a look at the clock moves it.
inline constexpr std::int64_t kLookNs = 1'000;

extern std::int64_t virtual_now_ns;

std::int64_t look_at_monotonic();
std::int64_t look_at_wall();

}  // namespace tidemark::sim::kernel
