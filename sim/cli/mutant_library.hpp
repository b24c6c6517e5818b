// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tidemark/sim/report/diagnostic.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::cli {

/// Where this program was built, and from what.
struct Workshop {
  std::filesystem::path build;
  std::filesystem::path source;
};

/// Found from where the program lies and the link that the build makes; empty for an installed
/// copy.
std::optional<Workshop> find_workshop();

/// A historical bug, as its patch describes itself.
struct Mutant {
  std::string name;
  std::string wrong;                   ///< one line: what is wrong
  std::vector<std::string> caught_by;  ///< any of these properties
  std::string scenario;                ///< pattern of the scenarios that must catch it
};

/// The mutants of `scenarios/mutants`, by name. Errors: a diagnostic that names a patch without the
/// lines it has to have.
std::variant<std::vector<Mutant>, report::Diagnostic> read_mutants(const Workshop& workshop);

/// What became of building a mutant's library.
struct MutantBuild {
  bool built = false;
  bool stale = false;  ///< the patch no longer applies
  std::string output;
};

MutantBuild build_mutant(const Workshop& workshop, const std::string& name);

/// The folder of its library and logs.
std::filesystem::path mutant_folder(const Workshop& workshop, const std::string& name);

/// The mutant whose code `table` comes from; empty for the code as it is.
std::string loaded_mutant(std::span<const Scenario> table);

/// Makes sure that the code of `mutant` (empty: as it is) is what runs: otherwise builds it and
/// starts this program again over it, with the same words. Returns only when it is, or with a
/// diagnostic.
std::optional<report::Diagnostic> ensure_mutant(const std::string& mutant,
                                                std::span<const Scenario> table,
                                                const std::vector<std::string>& command);

}  // namespace tidemark::sim::cli
