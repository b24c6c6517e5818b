// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "tidemark/sim/build/register_scenario.hpp"
#include "tidemark/sim/build/scenario_template.hpp"
#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/report/invocation.hpp"

namespace tidemark::sim::cli {
namespace {

namespace fs = std::filesystem;
using report::Diagnostic;

constexpr std::size_t kNameLongest = 60;
constexpr std::string_view kReserved[] = {"mutants", "regressions"};
// Words that the language keeps for itself, as far as they look like names.
constexpr std::string_view kKeywords[] = {
    "alignas",  "alignof",  "and",      "asm",     "auto",    "bool",      "break",     "case",
    "catch",    "char",     "class",    "concept", "const",   "consteval", "constexpr", "constinit",
    "continue", "decltype", "default",  "delete",  "do",      "double",    "else",      "enum",
    "explicit", "export",   "extern",   "false",   "float",   "for",       "friend",    "goto",
    "if",       "inline",   "int",      "long",    "mutable", "namespace", "new",       "noexcept",
    "not",      "nullptr",  "operator", "or",      "private", "protected", "public",    "register",
    "requires", "return",   "short",    "signed",  "sizeof",  "static",    "struct",    "switch",
    "template", "this",     "throw",    "true",    "try",     "typedef",   "typeid",    "typename",
    "union",    "unsigned", "using",    "virtual", "void",    "volatile",  "while",     "xor"};

template <std::size_t Size>
bool is_one_of(const std::string& word, const std::string_view (&words)[Size]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::optional<Diagnostic> check_name(const std::string& what, const std::string& name) {
  Diagnostic wrong{.error = fmt::format("'{}' cannot be the {} of a scenario", name, what),
                   .help = {"small letters, digits and single underscores, a letter first: "
                            "crash_between_store_and_ack"},
                   .notes = {}};
  const bool letters = std::all_of(name.begin(), name.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
  });
  const bool begins = !name.empty() && name.front() >= 'a' && name.front() <= 'z';
  if (!letters || !begins || name.find("__") != std::string::npos || name.ends_with('_')) {
    return wrong;
  }
  if (name.size() > kNameLongest) {
    wrong.help = {fmt::format("at most {} letters: names stand in every token", kNameLongest)};
    return wrong;
  }
  if (is_one_of(name, kKeywords)) {
    wrong.help = {"it is a word of the language"};
    return wrong;
  }
  if (what == "family" && is_one_of(name, kReserved)) {
    wrong.help = {fmt::format("scenarios/{} holds something else", name)};
    return wrong;
  }
  return std::nullopt;
}

std::optional<Diagnostic> check_absent(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;
  return Diagnostic{.error = fmt::format("'{}' is there already", file.string()),
                    .help = {"take another name; nothing is written over"},
                    .notes = {}};
}

/// Whether this is called inside the source tree: then what is written becomes part of it.
bool is_inside(const Workshop& workshop) {
  std::error_code error;
  const fs::path here = fs::canonical(fs::current_path(error), error);
  const fs::path root = fs::canonical(workshop.source, error);
  const auto [end, unused] = std::mismatch(root.begin(), root.end(), here.begin(), here.end());
  return !error && end == root.end();
}

Diagnostic unknown_shape(const std::string& file, const std::string& name) {
  return {.error = fmt::format("{} has a shape that this does not know", file),
          .help = {fmt::format("write the scenario by hand and list {} there", name)},
          .notes = {"nothing was written"}};
}

std::optional<Diagnostic> write_in_tree(const fs::path& root, const std::string& family,
                                        const std::string& situation) {
  const fs::path scenarios = root / "scenarios";
  const fs::path file = scenarios / family / (situation + ".cpp");
  if (auto wrong = check_absent(file)) return wrong;
  const auto table =
      build::add_to_table(read_file(scenarios / "table.cpp").value_or(""), family, situation);
  if (!table) return unknown_shape("scenarios/table.cpp", situation);
  const auto build =
      build::add_to_build(read_file(scenarios / "meson.build").value_or(""), family, situation);
  if (!build) return unknown_shape("scenarios/meson.build", situation);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (auto wrong = write_file(file, build::tree_scenario(family, situation))) return wrong;
  if (auto wrong = write_file(scenarios / "table.cpp", *table)) return wrong;
  if (auto wrong = write_file(scenarios / "meson.build", *build)) return wrong;
  print(
      fmt::format("wrote scenarios/{0}/{1}.cpp\nadded it to scenarios/table.cpp and "
                  "scenarios/meson.build\n\n{2} run {0}/{1}\n",
                  family, situation, report::invocation().program));
  return std::nullopt;
}

std::optional<Diagnostic> write_own(const std::string& family, const std::string& situation) {
  const std::string file = situation + ".cpp";
  if (auto wrong = check_absent(file)) return wrong;
  if (auto wrong = check_writable(file)) return wrong;
  if (auto wrong = write_file(file, build::own_scenario(family, situation))) return wrong;
  print(fmt::format("wrote {0}\n\n{1} run --with {0}\n", file, report::invocation().program));
  return std::nullopt;
}

}  // namespace

explore::ExitCode new_scenario(const Options& options) {
  if (options.arguments.front() != "scenario") {
    const Diagnostic wrong{
        .error = fmt::format("`tidemark new` makes no '{}'", options.arguments.front()),
        .help = {},
        .notes = {"it makes a scenario: `tidemark new scenario FAMILY NAME`"}};
    return refuse(wrong);
  }
  const std::string& family = options.arguments[1];
  const std::string& situation = options.arguments[2];
  if (const auto wrong = check_name("family", family)) return refuse(*wrong);
  if (const auto wrong = check_name("name", situation)) return refuse(*wrong);
  const auto workshop = find_workshop();
  const bool inside = workshop && is_inside(*workshop);
  const auto wrong =
      inside ? write_in_tree(workshop->source, family, situation) : write_own(family, situation);
  return wrong ? refuse(*wrong) : explore::ExitCode::held;
}

}  // namespace tidemark::sim::cli
