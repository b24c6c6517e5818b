// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/compile.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "tidemark/sim/build/content_hash.hpp"
#include "tidemark/sim/build/prune.hpp"
#include "tidemark/sim/cli/child.hpp"
#include "tidemark/sim/cli/files.hpp"

namespace tidemark::sim::build {
namespace {

namespace fs = std::filesystem;

/// Headers of the standard library as the simulator sees through them.
constexpr const char* kLibrary = "tidemark/sim/intercept/library";

/// Flags that only a link understands: a compiler would warn that it does not use them.
bool is_for_linker(const std::string& flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") ||
         !flag.starts_with("-");
}

std::vector<std::string> command_of(const std::string& source, const CompileJob& job,
                                    const Parts& parts) {
  const bool is_c = source.ends_with(".c");
  std::vector<std::string> words = toolchain().compiler;
  for (const std::string& argument : toolchain().arguments) {
    if (!is_c || !argument.starts_with("-std=")) words.push_back(argument);
  }
  words.push_back("-I" + parts.include.string());
  words.insert(words.end(), {"-isystem", (parts.include / kLibrary).string()});
  for (std::size_t at = 0; at < job.flags.size(); ++at) {
    const std::string& flag = job.flags[at];
    const bool takes_word = flag == "-I" || flag == "-D" || flag == "-U" || flag == "-include" ||
                            flag == "-isystem" || flag == "-iquote";
    if (takes_word && at + 1 < job.flags.size()) {
      words.push_back(flag);
      words.push_back(job.flags[++at]);
    } else if (!is_for_linker(flag)) {
      words.push_back(flag);
    }
  }
  if (is_c) words.insert(words.end(), {"-x", "c"});
  words.insert(words.end(), {"-c", source});
  return words;
}

/// Where a source's object lies: everything that is known before the source is read is in the name.
fs::path object_of(const std::vector<std::string>& command, const fs::path& cache) {
  ContentHash hash;
  std::error_code error;
  hash.add(fs::current_path(error).string());
  for (const std::string& word : command) hash.add(word);
  return cache / (hash.text() + ".o");
}

fs::path with_ending(fs::path object, const char* ending) {
  return object.replace_extension(ending);
}

/// The files a make rule of the compiler names, the source first.
std::vector<std::string> read_rule(const fs::path& file) {
  const std::string text = cli::read_file(file).value_or("");
  std::vector<std::string> names;
  std::string name;
  for (std::size_t at = text.find(": ") + 1; at < text.size(); ++at) {
    const bool escaped = text[at] == '\\' && at + 1 < text.size();
    if (escaped && (text[at + 1] == ' ' || text[at + 1] == '#')) {
      name += text[++at];
    } else if (text[at] == ' ' || text[at] == '\n' || (escaped && text[at + 1] == '\n')) {
      if (!name.empty()) names.push_back(std::exchange(name, {}));
    } else {
      name += text[at];
    }
  }
  if (!name.empty()) names.push_back(name);
  return names;
}

/// One line a file: the name of its content, then its path.
std::string list_inputs(const fs::path& rule) {
  std::string text;
  for (const std::string& name : read_rule(rule)) text += hash_of_file(name) + " " + name + "\n";
  return text;
}

bool is_current(const fs::path& object, const std::string& inputs) {
  std::error_code error;
  if (inputs.empty() || !fs::exists(object, error)) return false;
  std::istringstream lines(inputs);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (space == 0 || space == std::string::npos) return false;
    if (hash_of_file(line.substr(space + 1)) != line.substr(0, space)) return false;
  }
  return true;
}

std::string name_of_content(const std::string& inputs, const fs::path& object) {
  ContentHash hash;
  hash.add(object.filename().string());
  hash.add(inputs);
  return hash.text();
}

Compiled compile_one(const std::string& source, const CompileJob& job, const Parts& parts,
                     std::once_flag& begun) {
  std::vector<std::string> command = command_of(source, job, parts);
  Compiled result{.source = source, .object = object_of(command, job.cache)};
  const fs::path list = with_ending(result.object, ".inputs");
  std::string inputs = cli::read_file(list).value_or("");
  if (is_current(result.object, inputs)) {
    result.built = result.reused = true;
    mark_used(result.object);
    mark_used(list);
    result.content = name_of_content(inputs, result.object);
    return result;
  }
  std::call_once(begun, job.begins);
  // Another process may compile the same: each writes files of its own and puts them in place.
  const std::string own = fmt::format(".{}.partial", getpid());
  const fs::path object = result.object.string() + own;
  const fs::path rule = with_ending(result.object, ".d").string() + own;
  const fs::path log = with_ending(result.object, ".log").string() + own;
  command.insert(command.end(), {"-MD", "-MF", rule.string(), "-o", object.string()});
  const int code = cli::run_child(command, log);
  result.built = code == 0;
  result.output = cli::read_file(log).value_or("");
  if (code == 127) result.output = fmt::format("'{}' cannot be started\n", command.front());
  std::error_code error;
  if (result.built) {
    inputs = list_inputs(rule);
    result.content = name_of_content(inputs, result.object);
    fs::rename(object, result.object, error);
    if (error || cli::write_file(list, inputs)) result.built = false;
  }
  for (const fs::path& left : {object, rule, log}) fs::remove(left, error);
  return result;
}

}  // namespace

std::vector<Compiled> compile(const CompileJob& job, const Parts& parts) {
  std::vector<Compiled> results(job.sources.size());
  std::atomic<std::size_t> next{0};
  std::once_flag begun;
  const auto work = [&] {
    for (std::size_t at = next++; at < job.sources.size(); at = next++) {
      results[at] = compile_one(job.sources[at], job, parts, begun);
    }
  };
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> workers;
  for (std::size_t count = 1; count < std::min(processors, job.sources.size()); ++count) {
    workers.emplace_back(work);
  }
  work();
  workers.clear();
  return results;
}

}  // namespace tidemark::sim::build
