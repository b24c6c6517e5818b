// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// What `random_condition_program` will not exceed, in schedules.
inline constexpr std::size_t kSchedulesMax = 5000;

/// A small program whose threads wait on a condition and notify it, by the seed alone: critical
/// sections of one mutex that wait, change a value, and notify inside or after. Notifications get
/// lost in some.
Program random_condition_program(std::uint64_t seed);

}  // namespace tidemark::oracle
