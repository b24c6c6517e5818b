// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/mutant_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "tidemark/sim/cli/child.hpp"
#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/restart.hpp"

namespace tidemark::sim::cli {
namespace {

namespace fs = std::filesystem;
using report::Diagnostic;

constexpr const char* kRestartedFor = "TIDEMARK_RESTARTED_FOR_MUTANT";
constexpr int kStale = 3;  ///< exit code of the build script for a patch that no longer applies

std::string trimmed(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  text.erase(text.find_last_not_of(" \r") + 1);
  return text;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(trimmed(part));
  return parts;
}

std::optional<Mutant> read_mutant(const fs::path& patch) {
  const auto text = read_file(patch);
  if (!text) return std::nullopt;
  Mutant mutant;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line) && line.starts_with('#');) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = trimmed(line.substr(1, colon - 1));
    const std::string value = trimmed(line.substr(colon + 1));
    if (key == "mutant") mutant.name = value;
    if (key == "wrong") mutant.wrong = value;
    if (key == "caught-by") mutant.caught_by = split_at_commas(value);
    if (key == "scenario") mutant.scenario = value;
  }
  const bool whole = mutant.name == patch.stem() && !mutant.wrong.empty() &&
                     !mutant.caught_by.empty() && !mutant.scenario.empty();
  return whole ? std::optional(mutant) : std::nullopt;
}

Diagnostic cannot_build(const std::string& name, const MutantBuild& build) {
  Diagnostic diagnostic{
      .error = fmt::format("the mutant '{}' cannot be built", name), .help = {}, .notes = {}};
  if (build.stale)
    diagnostic.help.push_back(fmt::format("`./tidemark mutants --refresh {}`", name));
  std::istringstream lines(build.output);
  for (std::string line; std::getline(lines, line);) diagnostic.notes.push_back(line);
  return diagnostic;
}

std::optional<Diagnostic> check_known(const Workshop& workshop, const std::string& name) {
  const auto all = read_mutants(workshop);
  if (const auto* wrong = std::get_if<Diagnostic>(&all)) return *wrong;
  std::vector<std::string_view> names;
  for (const Mutant& mutant : std::get<std::vector<Mutant>>(all)) names.push_back(mutant.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return std::nullopt;
  Diagnostic diagnostic{.error = fmt::format("unknown mutant '{}'", name), .help = {}, .notes = {}};
  report::suggest(diagnostic, name, names);
  diagnostic.notes.push_back(fmt::format("mutants: {}", fmt::join(names, ", ")));
  return diagnostic;
}

}  // namespace

std::optional<Workshop> find_workshop() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  const fs::path build = program.parent_path().parent_path().parent_path();
  const fs::path source = fs::read_symlink(build / "include" / "tidemark", error);
  if (error || !fs::exists(build / "build.ninja", error)) return std::nullopt;
  return Workshop{.build = build, .source = source};
}

std::variant<std::vector<Mutant>, Diagnostic> read_mutants(const Workshop& workshop) {
  std::vector<fs::path> patches;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(workshop.source / "scenarios/mutants", error)) {
    if (entry.path().extension() == ".patch") patches.push_back(entry.path());
  }
  std::sort(patches.begin(), patches.end());
  std::vector<Mutant> mutants;
  for (const fs::path& patch : patches) {
    auto mutant = read_mutant(patch);
    if (!mutant) {
      return Diagnostic{
          .error = fmt::format("'{}' does not describe itself", patch.string()),
          .help = {"it begins with lines `# mutant: NAME` (its file's), `# wrong: …`, "
                   "`# caught-by: PROPERTY, …` and `# scenario: PATTERN`"},
          .notes = {}};
    }
    mutants.push_back(std::move(*mutant));
  }
  return mutants;
}

fs::path mutant_folder(const Workshop& workshop, const std::string& name) {
  return workshop.build / "mutants" / name;
}

MutantBuild build_mutant(const Workshop& workshop, const std::string& name) {
  const fs::path log = mutant_folder(workshop, name) / "build.log";
  std::error_code error;
  fs::create_directories(log.parent_path(), error);
  const fs::path script = workshop.source / "scenarios/mutants/build_mutant.py";
  const int code =
      run_child({"python3", script.string(), "--build", workshop.build.string(), name}, log);
  return {.built = code == 0, .stale = code == kStale, .output = read_file(log).value_or("")};
}

std::string loaded_mutant(std::span<const Scenario> table) {
  Dl_info info{};
  if (table.empty() || dladdr(table.data(), &info) == 0 || info.dli_fname == nullptr) return "";
  const fs::path folder = fs::path(info.dli_fname).parent_path();
  return folder.parent_path().filename() == "mutants" ? folder.filename().string() : "";
}

std::optional<Diagnostic> ensure_mutant(const std::string& mutant, std::span<const Scenario> table,
                                        const std::vector<std::string>& command) {
  if (loaded_mutant(table) == mutant) return std::nullopt;
  const auto workshop = find_workshop();
  if (!workshop) {
    return Diagnostic{.error = fmt::format("the mutant '{}' cannot be built here", mutant),
                      .help = {"run this from a source tree, as `./tidemark`"},
                      .notes = {"this program is installed without its sources"}};
  }
  if (auto wrong = check_known(*workshop, mutant)) return wrong;
  if (std::getenv(kRestartedFor) != nullptr) {
    return Diagnostic{.error = fmt::format("the library of the mutant '{}' was not loaded", mutant),
                      .help = {},
                      .notes = {"something else in LD_LIBRARY_PATH comes first"}};
  }
  const MutantBuild build = build_mutant(*workshop, mutant);
  if (!build.built) return cannot_build(mutant, build);
  const std::string reason =
      restart_over(mutant_folder(*workshop, mutant), kRestartedFor, mutant, command);
  return Diagnostic{.error = "this program cannot be started again", .help = {}, .notes = {reason}};
}

}  // namespace tidemark::sim::cli
