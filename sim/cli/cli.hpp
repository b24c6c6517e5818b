// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::cli {

/// The whole program: reads the words, does what the verb says, returns the exit code.
///
/// Results go to stdout, progress and diagnostics to stderr.
int main(int argc, const char* const* argv, std::span<const Scenario> table);

}  // namespace tidemark::sim::cli
