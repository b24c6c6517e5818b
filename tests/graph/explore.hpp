// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tidemark/sim/graph/search.hpp"
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

using Restarted = std::function<void()>;
using Found = std::function<void(const sim::kernel::Outcome&)>;

/// Searches a program whose threads are created in the given order, and tells of each execution.
/// A search that begins again, with what it has learnt of loops, says so: forget what it told.
void for_each_execution_found(const Program& program, const std::vector<std::uint8_t>& creation,
                              const Restarted& restarted, const Found& found);

/// What the exhaustive search made of a program, told as the axioms tell it.
struct Searched {
  std::set<std::string> complete;  ///< without failed rounds of awaits
  std::set<std::string> runs;      ///< with them
  std::set<std::string> deadlocked;
  std::multiset<std::string> duplicates;  ///< all but the first time that a graph was made
  std::string trouble;                    ///< a run that failed otherwise
  sim::graph::Counters counters;
};

Searched search(const Program& program, const std::vector<std::uint8_t>& creation);

/// Orders in which the threads of a program are created: as they stand, reversed, and rotated.
std::vector<std::vector<std::uint8_t>> creation_orders(const Program& program);

/// How what the search finds differs from what the axioms allow, in any order of creation: the
/// graphs that are missing, surplus or made twice. Empty where it does not.
std::string difference(const Program& program);

/// The program of a seed and its difference, and the smallest program that differs as well.
std::string explain_difference(const Program& program);

}  // namespace tidemark::oracle
