// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/graph.hpp"

namespace tidemark::sim::graph {

/// The memory orders that the atomic operations at some places have instead of their own.
struct Orders {
  static constexpr std::size_t kSitesMax = 256;

  struct Site {
    std::uint32_t pc = 0;
    EventKind kind{};  ///< of the first event there; a read where it is a read-modify-write
    bool modifies = false;
    std::uint8_t own = 0;
    std::uint8_t instead = 0;
  };

  std::size_t count = 0;
  Site sites[kSitesMax];

  Site* find(std::uint32_t pc);
};

/// Builds the same events with other orders into `into`: happens-before follows from them. The
/// events of `from` are taken in an order in which reads follow what they read.
void rebuild(const Graph& from, const Orders& orders, Graph& into);

/// Whether the orders forbid a graph: it breaks coherence or the SC axiom.
bool is_forbidden(Graph& graph);

}  // namespace tidemark::sim::graph
