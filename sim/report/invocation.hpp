// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidemark::sim::report {

/// How this program was called, as far as somebody needs it to call it again.
struct Invocation {
  std::string program = "./tidemark";
  std::vector<std::string> with = {};   ///< files of the user's that make up the scenarios
  std::vector<std::string> flags = {};  ///< for their compiler
};

/// Remembered for the whole program, which has one command line. Set before anything is printed.
void set_invocation(Invocation invocation);
const Invocation& invocation();

/// The line to paste for a verb on one argument, with the same files; quoted for a shell.
std::string command_line(std::string_view verb, std::string_view argument);

}  // namespace tidemark::sim::report
