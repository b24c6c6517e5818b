// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/restart.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "tidemark/sim/report/invocation.hpp"

namespace tidemark::sim::cli {

std::string restart_over(const std::filesystem::path& folder, const char* reason,
                         const std::string& value, const std::vector<std::string>& command) {
  const char* before = std::getenv("LD_LIBRARY_PATH");
  const std::string path = folder.string() + (before != nullptr ? ":" + std::string(before) : "");
  setenv("LD_LIBRARY_PATH", path.c_str(), 1);
  setenv(reason, value.c_str(), 1);
  std::vector<std::string> words = command;
  words.insert(words.begin(), report::invocation().program);
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
  return std::error_code(errno, std::generic_category()).message();
}

std::filesystem::path library_of(std::span<const Scenario> table) {
  Dl_info info{};
  if (table.empty()) return {};
  // Asked of a body: the table may have been put together on the heap.
  const auto* const code = reinterpret_cast<const void*>(table.front().body);
  if (dladdr(code, &info) == 0 || info.dli_fname == nullptr) return {};
  return info.dli_fname;
}

}  // namespace tidemark::sim::cli
