// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tidemark::sim::cli {

/// Runs a program to its end, all its output in `log`. Returns its exit code, 128 and the signal
/// where one ended it, or 127 where it could not be started. `environment` adds NAME=VALUE pairs.
int run_child(std::vector<std::string> words, const std::filesystem::path& log,
              std::vector<std::string> environment = {});

}  // namespace tidemark::sim::cli
