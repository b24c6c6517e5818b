// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim::build {

/// How this program was compiled: what is compiled on the spot has to be compiled the same way.
struct Toolchain {
  std::vector<std::string> compiler;   ///< the command, without a cache in front of it
  std::vector<std::string> arguments;  ///< what makes code enter the simulator, and the standard
  std::string export_map;              ///< the linker's version script of a module of scenarios
};

const Toolchain& toolchain();

/// The files that scenarios are compiled against and linked with.
struct Parts {
  std::filesystem::path include;  ///< where `tidemark/sim/scenario.hpp` lies
  std::filesystem::path kernel;   ///< libtidemark_kernel.so
  std::filesystem::path sim;      ///< libtidemark_sim.so
  std::filesystem::path core;     ///< the instrumented library of production code; may be missing
};

/// Found from where the running libraries lie, in a build directory or an installation, so that
/// either can be moved. Empty where there are no headers.
std::optional<Parts> find_parts();

}  // namespace tidemark::sim::build
