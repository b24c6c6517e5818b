// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::cli {

/// Makes sure that the scenarios of the files that `--with` names are the table: otherwise builds
/// them and starts this program again over them, with the same words. Returns only when they are,
/// or with a diagnostic, after the compiler's own messages.
std::optional<report::Diagnostic> ensure_own(const Options& options,
                                             std::span<const Scenario> table);

/// Where modules of the user's are kept: the build directory, or the user's cache for an installed
/// program.
std::filesystem::path own_folder();

}  // namespace tidemark::sim::cli
