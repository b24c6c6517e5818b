// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/graph.hpp"

/// Which graphs a search has made. Without parked loops it makes none twice and needs no memory;
/// with them a few come up again, and are told by this.
namespace tidemark::sim::graph {

/// Whether the graph was made before; remembers it. Graphs are told apart by a hash of 64 bits of
/// who reads from whom and of the modification orders. Past some millions nothing more is
/// remembered, and repetitions count.
bool is_seen_again(const Graph& graph);

/// A search begins.
void forget_seen_graphs();

}  // namespace tidemark::sim::graph
