// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "tidemark/tests/graph/candidate.hpp"

namespace tidemark::oracle {

/// Without the reads of awaits that did not get what they wait for.
Candidate without_failed_rounds(const Candidate& graph, const Program& program);

/// The graph that the last run of the search left, as the axioms see graphs: read-modify-writes are
/// one event, threads have the numbers of the program, and the thread that creates them is left
/// out.
Candidate seen_graph(const std::vector<std::uint8_t>& creation);

}  // namespace tidemark::oracle
