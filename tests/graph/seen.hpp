// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "tidemark/sim/graph/search.hpp"
#include "tidemark/tests/graph/candidate.hpp"
#include "tidemark/tests/graph/schedules.hpp"

namespace tidemark::oracle {

/// The class of the run, as `classes_of` tells it: of a program with a condition.
Class seen_class(const std::vector<std::uint8_t>& creation);

/// Without the reads of awaits that did not get what they wait for.
Candidate without_failed_rounds(const Candidate& graph, const Program& program);

/// The events that the last run left and that have happened, thread by thread; so the halves of a
/// read-modify-write are neighbours.
std::vector<sim::graph::EventView> seen_events();

/// The graph that the last run of the search left, as the axioms see graphs: read-modify-writes are
/// one event, threads have the numbers of the program, and the thread that creates them is left
/// out.
Candidate seen_graph(const std::vector<std::uint8_t>& creation);

}  // namespace tidemark::oracle
