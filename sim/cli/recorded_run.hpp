// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/explore/runner.hpp"
#include "tidemark/sim/explore/verdict.hpp"
#include "tidemark/sim/report/recording.hpp"

namespace tidemark::sim::cli {

/// A run that the user wants to have again: a whole recording, or only its token.
struct RecordedRun {
  std::string name;  ///< as given
  choice::Token token;
  std::optional<report::Recording> recording = std::nullopt;
  const Scenario* scenario = nullptr;
};

/// Reads the one argument, finds its scenario and makes sure that its code is what runs. Errors: a
/// diagnostic.
std::variant<RecordedRun, report::Diagnostic> find_run(const Options& options,
                                                       std::span<const Scenario> table);

/// Runs executions as the recorded one was run.
explore::Runner runner_of(const RecordedRun& wanted);

/// Executes it again. Errors, already printed: the exit code where it no longer matches the code or
/// cannot be run.
std::variant<explore::FailureRecord, explore::ExitCode> repeat(const RecordedRun& wanted,
                                                               explore::Runner& runner);

/// Prints a failure, and writes it down where that was asked for or is the only way to repeat it.
explore::ExitCode show(const Options& options, explore::FailureRecord& record);

}  // namespace tidemark::sim::cli
