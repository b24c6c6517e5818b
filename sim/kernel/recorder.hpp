// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/choice/source.hpp"
#include "tidemark/sim/kernel/execution.hpp"

/// The record of an execution's choices: the run itself.
namespace tidemark::sim::kernel {

/// Asks the source which option of a scheduling point is taken, checks that it was offered,
/// records.
std::uint32_t ask_schedule(const choice::SchedulePoint& point, std::uint32_t options);

/// Asks for one of `count` values (0: any), records. With one option nothing is asked.
std::uint64_t ask(choice::Kind kind, std::uint64_t count);

void reset_recorder(choice::Source& source);

}  // namespace tidemark::sim::kernel
