// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace tidemark::sim::cli {
namespace {

constexpr int kNotStarted = 127;
constexpr int kSignalled = 128;

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This program's environment with some of it replaced.
std::vector<std::string> environment_with(const std::vector<std::string>& replaced) {
  std::vector<std::string> result = replaced;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool kept = true;
    for (const std::string& each : replaced) kept = kept && !each.starts_with(name);
    if (kept) result.emplace_back(text);
  }
  return result;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return kNotStarted;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

}  // namespace

int run_child(std::vector<std::string> words, const std::filesystem::path& log,
              std::vector<std::string> environment) {
  std::vector<std::string> whole = environment_with(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), &actions, nullptr,
                                 pointers_to(words).data(), pointers_to(whole).data());
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? wait_for(child) : kNotStarted;
}

}  // namespace tidemark::sim::cli
