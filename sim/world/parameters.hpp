// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::sim {

/// Remembers a drawn value under its name, for the report. Kept outside the world's memory, in
/// fixed storage; beyond its capacity values are still drawn but no longer listed.
void remember_parameter(std::string_view name, std::uint64_t value);

/// Forgets them, before an execution begins.
void clear_parameters();

}  // namespace tidemark::sim
