// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "tidemark/sim/report/diagnostic.hpp"

namespace tidemark::sim::build {

/// Files of the user's that are to be explored, without a build file.
struct OwnSources {
  std::vector<std::string> files;  ///< scenarios and the classes they are about, as typed
  std::vector<std::string> flags;  ///< for the compiler and the linker
};

/// Why there is no module.
struct BuildTrouble {
  std::string output;  ///< of the compiler or the linker, as it came
  report::Diagnostic why;
};

/// Compiles and links the module of scenarios that these files make; returns the library. What was
/// built before from the same content is used again.
///
/// `say` is called with a line before something slow begins.
/// Errors: a file that is none, does not compile, is not instrumented; no scenario; no link.
std::variant<std::filesystem::path, BuildTrouble> build_own_module(
    const OwnSources& own, const std::filesystem::path& folder,
    const std::function<void(const std::string&)>& say);

}  // namespace tidemark::sim::build
