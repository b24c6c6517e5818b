// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tidemark::sim::cli {
namespace {

constexpr std::size_t kWidthMin = 80;
constexpr std::size_t kWidthMax = 160;

}  // namespace

report::Style output_style() {
  const char* no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && no_colour[0] != '\0';
  return {.colour = !refused && isatty(STDOUT_FILENO) == 1};
}

report::TableOptions output_table(bool slice) {
  report::TableOptions options{.slice = slice};
  winsize size{};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    options.width = std::clamp<std::size_t>(size.ws_col, kWidthMin, kWidthMax);
  }
  return options;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

explore::ExitCode refuse(const report::Diagnostic& diagnostic) {
  std::fflush(stdout);
  std::fputs(report::render(diagnostic).c_str(), stderr);
  return explore::ExitCode::bad_input;
}

}  // namespace tidemark::sim::cli
