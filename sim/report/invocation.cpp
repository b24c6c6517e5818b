// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/invocation.hpp"

#include <cctype>
#include <utility>

namespace tidemark::sim::report {
namespace {

Invocation the_invocation;

bool is_plain(char letter) {
  constexpr std::string_view kPlain = "@%+=:,./_-";
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         kPlain.find(letter) != std::string_view::npos;
}

std::string quoted(std::string_view word) {
  bool plain = !word.empty();
  for (const char letter : word) plain = plain && is_plain(letter);
  if (plain) return std::string(word);
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? "'\\''" : std::string(1, letter);
  return text + "'";
}

}  // namespace

void set_invocation(Invocation invocation) { the_invocation = std::move(invocation); }

const Invocation& invocation() { return the_invocation; }

std::string command_line(std::string_view verb, std::string_view argument) {
  std::string line = quoted(the_invocation.program) + " " + std::string(verb);
  for (const std::string& file : the_invocation.with) line += " --with " + quoted(file);
  line += " " + quoted(argument);
  if (!the_invocation.flags.empty()) line += " --";
  for (const std::string& flag : the_invocation.flags) line += " " + quoted(flag);
  return line;
}

}  // namespace tidemark::sim::report
