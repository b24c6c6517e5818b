// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/cli.hpp"

namespace tidemark::scenarios {

/// Declared here rather than included: the program is the one place of `sim` that knows of
/// scenarios, and all it knows is that there is a table.
std::span<const sim::Scenario> table();

}  // namespace tidemark::scenarios

int main(int argc, char** argv) {
  return tidemark::sim::cli::main(argc, argv, tidemark::scenarios::table());
}
