// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tidemark/sim/report/diagnostic.hpp"

namespace tidemark::sim::cli {

/// Whether a file could be written there, asked before anything is run: an hour of exploring must
/// not end in a misspelt directory. Writes nothing.
std::optional<report::Diagnostic> check_writable(const std::filesystem::path& file);

/// Writes a file whole or not at all. Errors: a diagnostic.
std::optional<report::Diagnostic> write_file(const std::filesystem::path& file,
                                             const std::string& text);

/// Reads a file whole; empty where it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

}  // namespace tidemark::sim::cli
