// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::sim::cli {

/// Starts this program again with the libraries of `folder` found first, with the same words and
/// the variable `reason` set to `value`. Returns only on failure: why.
///
/// A library loaded later instead would have no static storage for threads, and would leave the one
/// it replaces in the process.
std::string restart_over(const std::filesystem::path& folder, const char* reason,
                         const std::string& value, const std::vector<std::string>& command);

/// The library that the scenarios come from; empty where there are none.
std::filesystem::path library_of(std::span<const Scenario> table);

}  // namespace tidemark::sim::cli
