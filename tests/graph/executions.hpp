// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "tidemark/tests/graph/candidate.hpp"

namespace tidemark::oracle {

/// Called with each graph of a program; `deadlocked` where threads wait for mutexes for good.
using Visitor = std::function<void(const Candidate& graph, bool deadlocked)>;

/// Makes each candidate of a program once: every way in which reads can read from writes such that
/// program order and reads-from have no cycle, without modification orders. Values, and with them
/// what is skipped, follow.
void for_each_candidate(const Program& program, const Visitor& visit);

/// Makes each consistent graph of a program once, by trying every modification order.
void for_each_execution(const Program& program, const Visitor& visit);

/// What the axioms allow of a program.
struct Executions {
  std::set<std::string> complete;    ///< `to_text` of each graph
  std::set<std::string> deadlocked;  ///< the same where threads wait for mutexes for good
  std::size_t visited = 0;           ///< as often as a graph was made: once each
  std::size_t interleavings = 0;     ///< of the complete: what sequential consistency allows
  std::size_t in_store_order = 0;    ///< of the complete: modification order as executed
};

/// By brute force: small programs only.
Executions executions_of(const Program& program);

/// Counts what `for_each_candidate` would try, at most up to `limit`: how long it takes.
std::size_t candidates_of(const Program& program, std::size_t limit);

}  // namespace tidemark::oracle
