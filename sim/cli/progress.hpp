// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tidemark/sim/explore/campaign.hpp"

namespace tidemark::sim::cli {

/// Shows on stderr how a campaign goes: a bar on a terminal, a line each ten seconds elsewhere,
/// nothing when quiet.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  /// Takes the bar away, so that results begin on a clean line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const explore::Progress& progress);

 private:
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double next_s_;
};

/// "[#####     ]  41%  12 345 executions, 8 230/s, 0 failed, publisher/…"
std::string render_progress(const explore::Progress& progress, bool bar);

}  // namespace tidemark::sim::cli
