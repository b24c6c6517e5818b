// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/explore/verdict.hpp"
#include "tidemark/sim/world/scenario.hpp"

/// One function a verb. Each prints what it has to say and returns how the program ends.
namespace tidemark::sim::cli {

explore::ExitCode list(const Options& options, std::span<const Scenario> table);
explore::ExitCode run(const Options& options, std::span<const Scenario> table);
explore::ExitCode check(const Options& options, std::span<const Scenario> table);
explore::ExitCode verify(const Options& options, std::span<const Scenario> table);
explore::ExitCode replay(const Options& options, std::span<const Scenario> table);
explore::ExitCode shrink(const Options& options, std::span<const Scenario> table);
explore::ExitCode new_scenario(const Options& options);
explore::ExitCode mutants(const Options& options, std::span<const Scenario> table);

}  // namespace tidemark::sim::cli
