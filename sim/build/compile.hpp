// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tidemark/sim/build/toolchain.hpp"

namespace tidemark::sim::build {

/// Sources that are to become part of a module.
struct CompileJob {
  std::vector<std::string> sources;  ///< as typed, relative to the current directory
  std::vector<std::string> flags;    ///< of the user, after ours
  std::filesystem::path cache;       ///< where objects are kept; exists
  std::function<void()> begins;      ///< called once, before the first compiler is started
};

/// What became of one source.
struct Compiled {
  std::string source;
  std::filesystem::path object;
  std::string content = {};  ///< names the object's content, for those that depend on it
  bool built = false;
  bool reused = false;      ///< nothing had changed
  std::string output = {};  ///< of the compiler
};

/// Compiles each source with the flags that make it enter the simulator, as many at once as there
/// are processors. An object is used again where its source, every header it includes, the
/// compiler and the flags are what they were.
std::vector<Compiled> compile(const CompileJob& job, const Parts& parts);

}  // namespace tidemark::sim::build
