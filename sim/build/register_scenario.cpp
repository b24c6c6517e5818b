// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/register_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <vector>

namespace tidemark::sim::build {
namespace {

using Lines = std::vector<std::string>;

Lines split(std::string_view text) {
  Lines lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Puts `added` before the first line of a kind that sorts after it, or behind the last of that
/// kind, looking from `first` on to `last`. False where there is no such line.
bool insert_sorted(Lines& lines, Lines::iterator first, Lines::iterator last,
                   const std::string& added,
                   const std::function<bool(const std::string&)>& is_kind) {
  auto place = lines.end();
  for (auto line = first; line != last; ++line) {
    if (!is_kind(*line)) continue;
    if (*line > added) {
      lines.insert(line, added);
      return true;
    }
    place = line + 1;
  }
  if (place == lines.end()) return false;
  lines.insert(place, added);
  return true;
}

bool is_declaration(const std::string& line) {
  return line.starts_with("extern const sim::Scenario ");
}

bool opens_family(const std::string& line) {
  return line.starts_with("namespace ") && line.ends_with(" {") && line != "namespace {" &&
         line.find(':') == std::string::npos;
}

bool is_entry(const std::string& line) {
  return line.starts_with("    ") && line.find("::") != std::string::npos && line.ends_with(",");
}

bool is_source(const std::string& line) {
  return line.starts_with("  '") && line.find('/') != std::string::npos && line.ends_with(".cpp',");
}

bool declare(Lines& lines, std::string_view family, std::string_view situation) {
  const std::string declaration = fmt::format("extern const sim::Scenario {};", situation);
  const std::string opening = fmt::format("namespace {} {{", family);
  const std::string closing = fmt::format("}}  // namespace {}", family);
  const auto known = std::find(lines.begin(), lines.end(), opening);
  if (known != lines.end()) {
    const auto end = std::find(known, lines.end(), closing);
    return insert_sorted(lines, known, end, declaration, is_declaration);
  }
  const auto later = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return opens_family(line) && line > opening;
  });
  // Behind the last family there is an empty line, and then what is nobody else's.
  const auto rest = std::find(lines.begin(), lines.end(), "namespace {");
  if (rest == lines.end() || rest == lines.begin()) return false;
  const std::string block[] = {opening, declaration, closing};
  lines.insert(later != lines.end() ? later : rest - 1, std::begin(block), std::end(block));
  return true;
}

}  // namespace

std::optional<std::string> add_to_table(std::string_view table, std::string_view family,
                                        std::string_view situation) {
  Lines lines = split(table);
  if (!declare(lines, family, situation)) return std::nullopt;
  const std::string entry = fmt::format("    {}::{},", family, situation);
  if (!insert_sorted(lines, lines.begin(), lines.end(), entry, is_entry)) return std::nullopt;
  return join(lines);
}

std::optional<std::string> add_to_build(std::string_view build, std::string_view family,
                                        std::string_view situation) {
  Lines lines = split(build);
  const std::string source = fmt::format("  '{}/{}.cpp',", family, situation);
  if (!insert_sorted(lines, lines.begin(), lines.end(), source, is_source)) return std::nullopt;
  return join(lines);
}

}  // namespace tidemark::sim::build
