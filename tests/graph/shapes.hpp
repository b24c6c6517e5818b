// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// A program of the literature with the numbers of its consistent graphs.
struct Shape {
  const char* name;
  Program program;
  std::size_t executions;
  std::size_t interleavings;   ///< those that sequential consistency allows
  std::size_t in_store_order;  ///< those whose stores can happen in modification order
};

/// The classic shapes.
/// Source: the counts are facts on which GenMC 0.11 and a brute-force enumeration of the axioms in
/// another language agree. Of Z6.U there are 24 as RC11 defines scb; a later definition allows 22.
const std::vector<Shape>& shapes();

}  // namespace tidemark::oracle
