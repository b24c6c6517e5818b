// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tidemark/sim/cli/options.hpp"

namespace tidemark::sim::cli {

/// Sets the option that `flag` (without dashes) stands for from its text. Errors: a diagnostic that
/// names the flag, what was given and what is expected.
std::optional<report::Diagnostic> set_value(Options& options, std::string_view flag,
                                            std::string_view text);

/// The flags that take a value, with the word for it and one line of help.
struct ValueFlag {
  std::string_view name;
  std::string_view value;
  std::string_view help;
  std::string_view verbs;  ///< the verbs that know it, separated by spaces
};
std::span<const ValueFlag> value_flags();

}  // namespace tidemark::sim::cli
