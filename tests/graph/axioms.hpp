// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tidemark/tests/graph/candidate.hpp"
#include "tidemark/tests/graph/relation.hpp"

namespace tidemark::oracle {

/// What a graph's threads and reads-from say, whatever its modification orders are.
struct Skeleton {
  explicit Skeleton(const Candidate& graph);

  Set writes = 0, reads = 0, updates = 0, fences = 0, accesses = 0;
  Set releases = 0, acquires = 0, seq_csts = 0;
  std::vector<Set> of_place;
  Relation program_order, reads_from, happens_before;
};

/// The axioms of C++20's memory model, as the paper on RC11 writes them and with the release
/// sequences of C++20.
/// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing Sequential Consistency in C/C++11",
/// PLDI 2017, section 4 (COHERENCE, ATOMICITY, SC); [intro.races] for release sequences.
/// NO-THIN-AIR, that program order and reads-from have no cycle, holds by construction.

/// COHERENCE and ATOMICITY of one place, in the given order of its modifications: those of one
/// place do not depend on any other's.
bool is_coherent(const Candidate& graph, const Skeleton& skeleton, std::size_t place);

/// SC: psc is acyclic.
bool is_sc_consistent(const Candidate& graph, const Skeleton& skeleton);

/// All of them.
bool is_consistent(const Candidate& graph);

/// Whether an interleaving of the threads makes the graph.
bool is_interleaving(const Candidate& graph);

/// Whether the events can happen one after another such that modification order is the order in
/// which stores happen.
bool is_store_order_execution_order(const Candidate& graph);

}  // namespace tidemark::oracle
