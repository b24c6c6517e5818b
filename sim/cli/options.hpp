// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/choice/strategy.hpp"
#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/report/diagnostic.hpp"

namespace tidemark::sim::cli {

/// What the words on the command line, and the environment, ask for. Checked: every number is in
/// range, every name of a flag, strategy and verb is known. Names of scenarios are not looked up
/// yet.
struct Options {
  std::string verb;
  std::vector<std::string> arguments;  ///< patterns; for `replay` the one file or token
  std::vector<std::string> command;    ///< as typed, for the report

  std::optional<choice::Seed> seed;
  std::optional<std::uint64_t> executions;
  std::optional<std::chrono::nanoseconds> time;
  choice::Strategy strategy;
  std::optional<std::uint64_t> steps_max;
  choice::Bounds bounds;

  std::vector<std::string> with;   ///< files of the user's to compile and explore
  std::vector<std::string> flags;  ///< what follows `--`: for the compiler and the linker

  std::string json;        ///< a file; empty for none
  std::string artifacts;   ///< a directory; empty for none
  std::string corpus;      ///< a directory of recorded failures; empty for none
  std::string junit;       ///< a file; empty for none
  bool github = false;     ///< annotate the source on GitHub
  std::string mutant;      ///< the mutant whose code is to run
  std::string refresh;     ///< the mutant whose patch is to be merged
  std::uint32_t jobs = 1;  ///< processes that explore
  bool shake = false;      ///< run every execution a second time, in shaken memory
  bool shrink = true;
  bool slice = false;         ///< of a replay
  bool exhaustively = false;  ///< of a check
  bool keep_going = false;
  bool quiet = false;
};

/// Text to print and leave with success (`--help`, `--version`).
struct HelpText {
  std::string text;
};

using ParseResult = std::variant<Options, HelpText, report::Diagnostic>;

/// Reads the command line, `argv[0]` included. A flag wins over its environment form `TIDEMARK_…`.
ParseResult parse(std::span<const char* const> arguments);

/// The verbs there are, in the order of the help.
std::span<const std::string_view> verb_names();

/// "90", "60s", "5m", "1h", "250ms": a positive length of time; empty for anything else.
std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

}  // namespace tidemark::sim::cli
