// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim::build {

/// What the linker would know of an object or a library, as far as it matters here.
struct ObjectFile {
  std::vector<std::string> needs;     ///< symbols that others have to define
  std::vector<std::string> sections;  ///< by name

  /// Whether it was compiled to enter the simulator.
  bool is_instrumented() const;

  /// Whether `TIDEMARK_SCENARIO` stands in it.
  bool lists_scenarios() const;

  /// Whether it calls the production library, beyond headers.
  bool needs_core() const;
};

/// Reads an ELF file of this machine; empty for anything else, as an object for the link-time
/// optimiser.
std::optional<ObjectFile> read_object(const std::filesystem::path& file);

}  // namespace tidemark::sim::build
