// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::sim::report {

/// What is wrong with something the user gave, and what to do about it.
///
/// Printed as `error:`, then a `help:` and `note:` a line; never with a trace.
struct Diagnostic {
  std::string error;
  std::vector<std::string> help;
  std::vector<std::string> notes;
};

std::string render(const Diagnostic& diagnostic);

/// The candidate that `name` was most probably meant to be; empty where none is close.
///
/// Distance counts inserted, removed, replaced and swapped neighbouring letters; a third of the
/// length is still close.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

/// Adds "did you mean …?" where there is something near.
void suggest(Diagnostic& diagnostic, std::string_view name,
             std::span<const std::string_view> candidates);

}  // namespace tidemark::sim::report
