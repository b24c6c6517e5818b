// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/prune.hpp"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace tidemark::sim::build {

namespace fs = std::filesystem;

void prune(const fs::path& folder, std::size_t entries_most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    entries.emplace_back(entry.last_write_time(error), entry.path());
  }
  if (entries.size() <= entries_most) return;
  std::sort(entries.begin(), entries.end());
  entries.resize(entries.size() - entries_most);
  for (const auto& [time, path] : entries) fs::remove_all(path, error);
}

void mark_used(const fs::path& entry) {
  std::error_code error;
  fs::last_write_time(entry, fs::file_time_type::clock::now(), error);
}

}  // namespace tidemark::sim::build
