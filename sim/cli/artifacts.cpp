// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/artifacts.hpp"

#include <limits>
#include <system_error>

#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/report/failure_report.hpp"
#include "tidemark/sim/report/recording.hpp"

namespace tidemark::sim::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFolderByDefault = "tidemark-failures";

}  // namespace

std::optional<report::Diagnostic> check_artifacts(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return check_writable(folder / "failure.json");
  if (fs::exists(folder, error)) {
    return report::Diagnostic{.error = "'" + folder.string() + "' is not a directory",
                              .help = {"--artifacts takes a directory"},
                              .notes = {}};
  }
  return check_writable(folder.lexically_normal().string());
}

std::optional<report::Diagnostic> write_artifacts(const fs::path& folder,
                                                  explore::FailureRecord& failure) {
  const fs::path home = folder / failure.token.scenario;
  std::error_code error;
  fs::create_directories(home, error);
  if (error) {
    return report::Diagnostic{
        .error = "cannot make '" + home.string() + "'", .help = {}, .notes = {error.message()}};
  }
  failure.file = (home / "failure.json").string();
  if (auto wrong =
          write_file(failure.file, report::recording_json(report::recording_of(failure)))) {
    return wrong;
  }
  const report::TableOptions whole{.rows_max = std::numeric_limits<std::size_t>::max()};
  return write_file(home / "trace.txt", report::render_failure(failure, {}, whole));
}

std::optional<report::Diagnostic> keep(const Options& options, explore::FailureRecord& failure) {
  if (!options.artifacts.empty()) return write_artifacts(options.artifacts, failure);
  return failure.needs_file() ? write_artifacts(kFolderByDefault, failure) : std::nullopt;
}

}  // namespace tidemark::sim::cli
