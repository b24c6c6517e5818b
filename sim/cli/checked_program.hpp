// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "tidemark/sim/cli/options.hpp"

namespace tidemark::sim::cli {

/// Makes of `check FILE... -- FLAGS` what `run` or `verify` can do: the files with their `main`
/// under another name, and a scenario that calls it. Changes nothing for other verbs. Errors: a
/// file that is none, or that cannot be written.
std::optional<report::Diagnostic> wrap_program(Options& options);

}  // namespace tidemark::sim::cli
