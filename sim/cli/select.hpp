// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tidemark/sim/report/diagnostic.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::cli {

using Selection = std::vector<const Scenario*>;

/// The scenarios that match any of the patterns, in table order; all of them without patterns.
///
/// A pattern is a name, a family, a part of a name, a tag, or has `*` and `?` in it.
/// Errors: a diagnostic for a pattern that matches nothing.
std::variant<Selection, report::Diagnostic> select(std::span<const Scenario> table,
                                                   std::span<const std::string> patterns);

/// Whether a pattern means `name`.
bool matches(std::string_view name, std::string_view pattern);

/// The scenario of exactly this name, or why there is none.
std::variant<const Scenario*, report::Diagnostic> find(std::span<const Scenario> table,
                                                       std::string_view name);

}  // namespace tidemark::sim::cli
