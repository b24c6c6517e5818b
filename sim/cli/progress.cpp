// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "tidemark/sim/report/summary.hpp"

namespace tidemark::sim::cli {
namespace {

constexpr double kLineEvery_s = 10;
constexpr double kBarEvery_s = 0.1;
constexpr int kBarWidth = 24;

}  // namespace

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1),
      next_s_(terminal_ ? kBarEvery_s : kLineEvery_s) {}

ProgressLine::~ProgressLine() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::show(const explore::Progress& progress) {
  if (quiet_ || progress.elapsed_s < next_s_) return;
  next_s_ = progress.elapsed_s + (terminal_ ? kBarEvery_s : kLineEvery_s);
  const std::string line = render_progress(progress, terminal_);
  std::fprintf(stderr, terminal_ ? "\r%s\x1b[K" : "%s\n", line.c_str());
  std::fflush(stderr);
  drawn_ = terminal_;
}

std::string render_progress(const explore::Progress& progress, bool bar) {
  const double rate =
      progress.elapsed_s > 0 ? static_cast<double>(progress.executions) / progress.elapsed_s : 0;
  std::string text;
  if (bar) {
    const int filled = static_cast<int>(progress.fraction * kBarWidth);
    text = fmt::format("[{}{}] ", std::string(static_cast<std::size_t>(filled), '#'),
                       std::string(static_cast<std::size_t>(kBarWidth - filled), ' '));
  }
  return text + fmt::format("{:3.0f}%  {} executions, {}/s, {} failed, {}", progress.fraction * 100,
                            report::format_count(progress.executions),
                            report::format_count(static_cast<std::uint64_t>(rate)),
                            progress.failures, progress.scenario);
}

}  // namespace tidemark::sim::cli
