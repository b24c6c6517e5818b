// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/explore/memory.hpp"
#include "tidemark/sim/report/diagnostic.hpp"

namespace tidemark::sim::cli {

/// The runs to try before anything else, by file name: those of `scenarios/regressions` in a source
/// tree, then those of `--corpus`. None with a mutant, whose catching is to show what exploring can
/// do. Errors: a diagnostic that names a file which is no recording.
std::variant<std::vector<explore::Memory>, report::Diagnostic> read_corpus(const Options& options);

/// Writes a failure to the folder of `--corpus`, for the next campaign to begin with. A failure
/// that came from there is there already. Errors: a diagnostic.
std::optional<report::Diagnostic> remember(const Options& options,
                                           const explore::FailureRecord& failure);

}  // namespace tidemark::sim::cli
