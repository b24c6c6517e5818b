// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tidemark/sim/build/own_module.hpp"
#include "tidemark/sim/report/diagnostic.hpp"

/// What can be wrong with files that a user brings along, in the user's words.
namespace tidemark::sim::build {

/// Looks at names and flags before anything is compiled.
std::optional<report::Diagnostic> check_sources(const OwnSources& own);

report::Diagnostic not_instrumented(const std::string& source);
report::Diagnostic no_scenario(const std::vector<std::string>& files);
report::Diagnostic no_link();
report::Diagnostic no_headers();

}  // namespace tidemark::sim::build
