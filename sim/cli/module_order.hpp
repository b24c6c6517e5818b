// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "tidemark/sim/report/diagnostic.hpp"
#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::cli {

/// Looks at the loaded process: the kernel's doors are found before those of everybody else, no
/// sanitizer's runtime is there, and the scenarios are compiled to be watched.
///
/// A mistake in how a program was linked has no other sign than bugs that are not found. Cost: a
/// millisecond, once.
std::optional<report::Diagnostic> check_modules(std::span<const Scenario> table);

}  // namespace tidemark::sim::cli
