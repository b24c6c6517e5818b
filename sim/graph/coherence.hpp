// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/graph.hpp"

/// Which writes a read may read and where a write may be put, by the coherence axioms of RC11.
namespace tidemark::sim::graph {

/// The lowest place in the modification order that a thread which has seen `clock` may still read
/// or write after: of the latest write that happens before, or that a read which happens before
/// has read. `self` is left out.
std::uint32_t lowest_place(Graph& graph, LocationId location, const Tick* clock, EventId self);

/// A write put at `position` would come between a read-modify-write and what it read.
bool splits_update(Graph& graph, LocationId location, std::uint32_t position);

/// The read of another read-modify-write that has taken `write` already; `kNoEvent` if none.
EventId rival_of(Graph& graph, LocationId location, EventId write, EventId self);

/// Adds the write half of a read-modify-write. False if another one has taken the same write: then
/// the graph only serves for the revisits, which have been computed.
bool complete_update(Graph& graph, EventId read);

}  // namespace tidemark::sim::graph
