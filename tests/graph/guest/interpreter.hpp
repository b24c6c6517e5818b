// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::guest {

/// A program to run. Lies outside the world: nobody watches it.
struct Script {
  const oracle::Program* program = nullptr;
  /// The threads of the program in the order in which they are created; all of them, once.
  std::vector<std::uint8_t> creation;
};

/// The body of an execution: runs each thread of the program as a thread, every operation as the
/// real operation of that order, and joins them.
void interpret(const Script& script);

/// Where the program's places lie, and its condition.
std::array<std::uintptr_t, oracle::kPlaces> addresses();
std::uintptr_t condition_address();

}  // namespace tidemark::guest
