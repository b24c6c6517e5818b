// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark::sim::build {

/// `scenarios/table.cpp` with one more scenario, declared and listed in order; empty where the text
/// has not the shape that this knows.
std::optional<std::string> add_to_table(std::string_view table, std::string_view family,
                                        std::string_view situation);

/// `scenarios/meson.build` with one more source, likewise.
std::optional<std::string> add_to_build(std::string_view build, std::string_view family,
                                        std::string_view situation);

}  // namespace tidemark::sim::build
