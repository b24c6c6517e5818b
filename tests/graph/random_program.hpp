// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// What `random_program` will not exceed: candidates that the enumeration has to try, each some ten
/// microseconds.
inline constexpr std::size_t kCandidatesMax = 4000;

/// What a program may have beside loads, stores, updates, fences, locks and branches.
struct Kinds {
  bool awaits = false;
};

/// A small program that depends on the seed and the kinds alone: two to four threads of one to four
/// operations each, not counting locks and skips. The seed also draws what it is rich in: orders,
/// fences, read-modify-writes, locks, branches.
Program random_program(std::uint64_t seed, Kinds kinds = {});

}  // namespace tidemark::oracle
