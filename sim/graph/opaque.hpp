// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// What is not instrumented, as the graph sees it: one object, on which every step of a fake, a
/// model or the world is a read-modify-write. Steps are ordered by it and nothing else of them is
/// known, so more graphs differ than have to, and none is lost.
namespace tidemark::sim::graph {

/// One step: what the caller does next, until its next operation, belongs to it.
void step(const char* label);

/// Waits until `ready(context)` holds after some step, then takes a step itself. Ends the execution
/// as unsupported where there is a deadline: there is no time in a graph.
bool await(const char* label, bool (*ready)(void*), void* context, std::int64_t deadline_ns);

}  // namespace tidemark::sim::graph
