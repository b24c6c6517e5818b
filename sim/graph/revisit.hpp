// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/graph.hpp"

/// Backward revisits: an earlier read takes a later write instead.
namespace tidemark::sim::graph {

/// Plans a revisit of every read that may take `write`, just added, instead of what it reads. With
/// a rival (the read of another read-modify-write of the same write) only of reads up to it.
///
/// A read may be revisited if it and every event that goes with it is *maximal*: it was added the
/// only way that is not reached by another revisit. That is what makes each graph come up once.
void plan_revisits(Graph& graph, EventId write, EventId rival);

}  // namespace tidemark::sim::graph
