// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/report/recording.hpp"

namespace tidemark::sim::cli {
namespace {

namespace fs = std::filesystem;
using explore::Memory;
using report::Diagnostic;

constexpr const char* kEnding = ".json";

std::vector<fs::path> recordings_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == kEnding) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<Diagnostic> read_folder(const fs::path& folder, std::vector<Memory>& into) {
  for (const fs::path& file : recordings_in(folder)) {
    const auto text = read_file(file);
    auto [recording, why] = report::parse_recording(text.value_or(""));
    if (!recording) {
      return Diagnostic{
          .error = fmt::format("'{}' is not a recorded run: {}", file.string(), why),
          .help = {"a corpus holds failure.json files that `run --artifacts DIR` wrote"},
          .notes = {}};
    }
    into.push_back({.file = file.string(),
                    .token = std::move(recording->token),
                    .choices = std::move(recording->choices)});
  }
  return std::nullopt;
}

/// "publisher/acks", execution 17 of seed 0x1 as "publisher.acks-0x1-17.json".
std::string name_of(const choice::Token& token) {
  std::string name = token.scenario;
  std::replace(name.begin(), name.end(), '/', '.');
  return fmt::format("{}-{}-{}{}", name, choice::format_seed(token.seed), token.execution, kEnding);
}

}  // namespace

std::variant<std::vector<Memory>, Diagnostic> read_corpus(const Options& options) {
  std::vector<Memory> corpus;
  if (options.verb != "run" || !options.mutant.empty()) return corpus;
  if (const auto workshop = find_workshop()) {
    if (auto wrong = read_folder(workshop->source / "scenarios/regressions", corpus)) return *wrong;
  }
  if (options.corpus.empty()) return corpus;
  std::error_code error;
  if (fs::exists(options.corpus, error) && !fs::is_directory(options.corpus, error)) {
    return Diagnostic{.error = fmt::format("'{}' is not a directory", options.corpus),
                      .help = {"--corpus takes a directory of recorded runs"},
                      .notes = {}};
  }
  if (auto wrong = read_folder(options.corpus, corpus)) return *wrong;
  return corpus;
}

std::optional<Diagnostic> remember(const Options& options, const explore::FailureRecord& failure) {
  if (options.corpus.empty() || !failure.divergence.empty()) return std::nullopt;
  std::error_code error;
  fs::create_directories(options.corpus, error);
  const fs::path file = fs::path(options.corpus) / name_of(failure.token);
  if (fs::exists(file, error)) return std::nullopt;
  return write_file(file, report::recording_json(report::recording_of(failure)));
}

}  // namespace tidemark::sim::cli
