// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/kernel/state.hpp"

/// What every operation of a search run has in common: it is announced, its event is done, and the
/// thread, the memory and the race detector follow.
namespace tidemark::sim::graph {

inline std::uint8_t as_byte(memory::Order order) { return static_cast<std::uint8_t>(order); }
inline std::uint32_t me() { return kernel::state.fiber; }

/// What the thread is about to do, for reports: of a failure, and of the run when it is traced.
/// What the step before has changed is looked at first, as everywhere between two steps.
void announce(const kernel::Operation& operation);

/// It is done. A traced step is shown now, with the value it gave.
void trace_done(std::uint64_t value);

/// The thread comes after the event: its clock, for the race detector. A plain access belongs to
/// the event after it: that has to come before another access for both to be ordered.
void follow(EventId id);

/// A clock of the graph as one of the race detector's, which has wider components.
void widen_into(memory::Clock& into, const Tick* from, std::uint32_t lanes);

/// Ends the run as nondeterministic unless the recorded event is of that kind and object.
void expect(const Event& event, EventKind kind, LocationId location, std::uintptr_t pc);

/// The write is done: plain memory shows the last one in modification order of those that are.
void perform_write(memory::Object& object, EventId id);

/// An atomic access against the plain ones. It comes before what the thread does next.
void check_race(memory::Object& object, bool writes, EventId id, std::uintptr_t pc);

/// The location of an object, found at its first touch in this run.
LocationId locate(memory::Object& object);

}  // namespace tidemark::sim::graph
