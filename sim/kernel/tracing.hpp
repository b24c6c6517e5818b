// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/fiber.hpp"

/// What a trace sink is told, only while one listens (replay): exploring pays one comparison.
namespace tidemark::sim::kernel {

void capture_stack(Fiber& self);
void trace_step(const Fiber& next, std::uint64_t index, bool preemption);
void trace_time();
void trace_value(std::uint64_t value);

}  // namespace tidemark::sim::kernel
