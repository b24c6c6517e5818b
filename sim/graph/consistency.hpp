// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/graph.hpp"

namespace tidemark::sim::graph {

/// The SC axiom of RC11: psc is acyclic, checked on seq_cst events only. Coherence and atomicity
/// are not checked: the search only makes graphs that have them.
bool is_sc_consistent(Graph& graph);

}  // namespace tidemark::sim::graph
