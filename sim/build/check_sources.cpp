// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/check_sources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace tidemark::sim::build {
namespace {

namespace fs = std::filesystem;
using report::Diagnostic;

constexpr std::string_view kSources[] = {".cpp", ".cc", ".cxx", ".c++", ".C", ".c"};
constexpr std::string_view kHeaders[] = {".hpp", ".hh", ".hxx", ".h"};
/// What decides how far the compiler goes, or where its output lands.
constexpr std::string_view kOurs[] = {"-c", "-S", "-E", "-o", "-shared", "-fsyntax-only"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<Diagnostic> check_file(const std::string& name) {
  std::error_code error;
  if (!fs::exists(name, error)) {
    return Diagnostic{
        .error = fmt::format("there is no file '{}'", name),
        .help = {"--with takes a file with scenarios or with the code they are about"},
        .notes = {}};
  }
  const std::string ending = fs::path(name).extension().string();
  if (is_one_of(ending, kSources) && fs::is_regular_file(name, error)) return std::nullopt;
  Diagnostic wrong{
      .error = fmt::format("'{}' is not a source file of C or C++", name),
      .help = {fmt::format("--with takes files that end in {}", fmt::join(kSources, ", "))},
      .notes = {}};
  if (is_one_of(ending, kHeaders)) {
    wrong.help = {"headers are found by the files that include them: `… -- -IFOLDER`"};
  } else if (ending == ".o" || ending == ".a" || ending == ".so") {
    wrong.help = {"what is compiled already goes after `--`, for the linker; it is not explored"};
  }
  return wrong;
}

}  // namespace

std::optional<Diagnostic> check_sources(const OwnSources& own) {
  for (const std::string& file : own.files) {
    if (auto wrong = check_file(file)) return wrong;
    if (std::count(own.files.begin(), own.files.end(), file) > 1) {
      return Diagnostic{.error = fmt::format("'{}' is given twice", file),
                        .help = {"once is enough"},
                        .notes = {}};
    }
  }
  for (const std::string& flag : own.flags) {
    if (!is_one_of(flag, kOurs)) continue;
    return Diagnostic{.error = fmt::format("the flag '{}' cannot be given here", flag),
                      .help = {"leave it out: what is built, and where, is decided by tidemark"},
                      .notes = {}};
  }
  return std::nullopt;
}

Diagnostic not_instrumented(const std::string& source) {
  return {.error = fmt::format("'{}' was compiled without the calls that tidemark watches", source),
          .help = {"leave out flags that switch them off, such as -fno-sanitize=thread and -flto"},
          .notes = {"nothing that this code does would be seen, and its green would mean nothing"}};
}

Diagnostic no_scenario(const std::vector<std::string>& files) {
  return {.error = fmt::format("there is no scenario in {}", fmt::join(files, ", ")),
          .help = {"`tidemark new scenario FAMILY NAME` writes a file to begin with"},
          .notes = {"TIDEMARK_SCENARIO(family, name, …) {…} of \"tidemark/sim/scenario.hpp\" "
                    "defines one"}};
}

Diagnostic no_link() {
  return {.error = "the files do not link",
          .help = {"give every file that defines what is missing: `--with FILE`",
                   "libraries go after `--`: `… -- -lNAME`"},
          .notes = {}};
}

Diagnostic no_headers() {
  return {.error = "the headers that scenarios include are not there",
          .help = {"run this from a source tree, or install tidemark whole"},
          .notes = {}};
}

}  // namespace tidemark::sim::build
