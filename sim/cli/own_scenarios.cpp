// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/own_scenarios.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

#include "tidemark/sim/build/own_module.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/restart.hpp"

namespace tidemark::sim::cli {
namespace {

namespace fs = std::filesystem;
using report::Diagnostic;

constexpr const char* kRestartedWith = "TIDEMARK_RESTARTED_WITH";
constexpr const char* kReplaceable = "libtidemark_scenarios.so";

std::optional<fs::path> folder_in(const char* variable, const char* below) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path(value) / below;
}

Diagnostic linked_in(const std::string& file) {
  return {
      .error = fmt::format("'{}' cannot be added: this program has its scenarios linked in", file),
      .help = {"add it where the program is built, or give it to `tidemark`"},
      .notes = {}};
}

}  // namespace

fs::path own_folder() {
  if (const auto workshop = find_workshop()) {
    if (access(workshop->build.c_str(), W_OK) == 0) return workshop->build / "with";
  }
  if (const auto cache = folder_in("XDG_CACHE_HOME", "tidemark")) return *cache;
  if (const auto cache = folder_in("HOME", ".cache/tidemark")) return *cache;
  std::error_code error;
  return fs::temp_directory_path(error) / fmt::format("tidemark-{}", getuid());
}

std::optional<Diagnostic> ensure_own(const Options& options, std::span<const Scenario> table) {
  if (options.with.empty()) return std::nullopt;
  if (!options.mutant.empty()) {
    return Diagnostic{.error = "--mutant changes the code of tidemark's own scenarios",
                      .help = {"leave out --mutant, or --with"},
                      .notes = {}};
  }
  const fs::path loaded = library_of(table);
  const char* const wanted = std::getenv(kRestartedWith);
  if (wanted != nullptr && loaded == wanted) return std::nullopt;
  if (wanted != nullptr) {
    return Diagnostic{.error = "the library with your scenarios was not loaded",
                      .help = {},
                      .notes = {"something else in LD_LIBRARY_PATH comes first"}};
  }
  if (!loaded.empty() && loaded.filename() != kReplaceable) return linked_in(options.with.front());
  const auto say = [&](const std::string& line) {
    if (!options.quiet) std::fprintf(stderr, "tidemark: %s\n", line.c_str());
  };
  auto built = build::build_own_module({options.with, options.flags}, own_folder(), say);
  if (const auto* trouble = std::get_if<build::BuildTrouble>(&built)) {
    std::fputs(trouble->output.c_str(), stderr);
    return trouble->why;
  }
  const auto& library = std::get<fs::path>(built);
  const std::string why =
      restart_over(library.parent_path(), kRestartedWith, library.string(), options.command);
  return Diagnostic{.error = "this program cannot be started again", .help = {}, .notes = {why}};
}

}  // namespace tidemark::sim::cli
