// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/report/diagnostic.hpp"

namespace tidemark::sim::cli {

/// Whether artefacts could be written below `folder` (which need not exist yet). Writes nothing.
std::optional<report::Diagnostic> check_artifacts(const std::filesystem::path& folder);

/// Writes `failure.json` (the recording, for `replay`) and `trace.txt` (every step) of a failure to
/// `folder`/FAMILY/SITUATION, and notes the recording's path in it. Errors: a diagnostic.
std::optional<report::Diagnostic> write_artifacts(const std::filesystem::path& folder,
                                                  explore::FailureRecord& failure);

/// Writes a failure down where the user asked for it, and below the current directory where no line
/// would be short enough to repeat it.
std::optional<report::Diagnostic> keep(const Options& options, explore::FailureRecord& failure);

}  // namespace tidemark::sim::cli
