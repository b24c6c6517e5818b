// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/own_module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "tidemark/sim/build/check_sources.hpp"
#include "tidemark/sim/build/compile.hpp"
#include "tidemark/sim/build/content_hash.hpp"
#include "tidemark/sim/build/object_file.hpp"
#include "tidemark/sim/build/prune.hpp"
#include "tidemark/sim/cli/child.hpp"
#include "tidemark/sim/cli/files.hpp"

namespace tidemark::sim::build {
namespace {

namespace fs = std::filesystem;
using report::Diagnostic;

constexpr const char* kLibrary = "libtidemark_scenarios.so";
constexpr const char* kMap = "scenarios.map";
/// Objects, what they were made from, and folders of modules: some hundred modules.
constexpr std::size_t kEntriesMost = 600;

BuildTrouble trouble(Diagnostic why) { return {.output = {}, .why = std::move(why)}; }

BuildTrouble no_compile(const Compiled& failed) {
  Diagnostic why{.error = fmt::format("'{}' does not compile", failed.source),
                 .help = {"flags for the compiler go last, after `--`: `… -- -Iinclude`"},
                 .notes = {}};
  return {.output = failed.output, .why = std::move(why)};
}

/// One module at work: from compiled objects to the library.
class Link {
 public:
  Link(const OwnSources& own, const Parts& parts, const std::vector<Compiled>& objects)
      : own_(own), parts_(parts), objects_(objects) {}

  /// Errors: an object that would not be watched, or none with a scenario.
  std::optional<BuildTrouble> look_at_objects() {
    bool lists = false;
    for (const Compiled& each : objects_) {
      const auto object = read_object(each.object);
      if (!object || !object->is_instrumented()) return trouble(not_instrumented(each.source));
      lists = lists || object->lists_scenarios();
      needs_core_ = needs_core_ || object->needs_core();
    }
    if (lists) return std::nullopt;
    return trouble(no_scenario(own_.files));
  }

  /// Names what the library is made of.
  std::string content() const {
    ContentHash hash;
    for (const Compiled& each : objects_) hash.add(each.content);
    if (needs_core_) hash.add(hash_of_file(parts_.core));
    for (const std::string& flag : own_.flags) {
      hash.add(flag);
      if (!flag.starts_with("-")) hash.add(hash_of_file(flag));
    }
    return hash.text();
  }

  /// The kernel first and the simulator second, whatever the user adds: whoever defines a symbol
  /// first has it.
  std::vector<std::string> command(const fs::path& folder, const fs::path& library) const {
    std::vector<std::string> words = toolchain().compiler;
    words.insert(
        words.end(),
        {"-shared", "-o", library.string(), fmt::format("-Wl,-soname,{}", kLibrary),
         fmt::format("-Wl,--version-script={}", (folder / kMap).string()), "-Wl,-z,now",
         "-Wl,-z,defs", "-Wl,--no-as-needed", parts_.kernel.string(), parts_.sim.string()});
    for (const Compiled& each : objects_) words.push_back(each.object.string());
    if (needs_core_) words.insert(words.end(), {parts_.core.string(), "-lfmt"});
    for (const std::string& flag : own_.flags) {
      // At the link this flag would bring in the sanitizer's own runtime.
      if (!flag.starts_with("-fsanitize")) words.push_back(flag);
    }
    return words;
  }

 private:
  const OwnSources& own_;
  const Parts& parts_;
  const std::vector<Compiled>& objects_;
  bool needs_core_ = false;
};

/// The library's folder: one for each set of files and flags, so that a change takes its place.
fs::path home_of(const OwnSources& own, const fs::path& folder) {
  ContentHash hash;
  std::error_code error;
  hash.add(fs::current_path(error).string());
  for (const std::string& file : own.files) hash.add(file);
  hash.add("--");
  for (const std::string& flag : own.flags) hash.add(flag);
  return folder / hash.text();
}

std::optional<BuildTrouble> link(const Link& link, const fs::path& home, const fs::path& library) {
  const std::string own = fmt::format(".{}.partial", getpid());
  const fs::path partial = library.string() + own;
  const fs::path log = (home / "link.log").string() + own;
  const int code = cli::run_child(link.command(home, partial), log);
  const std::string output = cli::read_file(log).value_or("");
  std::error_code error;
  fs::remove(log, error);
  if (code == 0) fs::rename(partial, library, error);
  if (code == 0 && !error) return std::nullopt;
  fs::remove(partial, error);
  return BuildTrouble{.output = output, .why = no_link()};
}

BuildTrouble cannot_write(const fs::path& folder, const std::string& reason) {
  return trouble({.error = fmt::format("cannot write in '{}'", folder.string()),
                  .help = {},
                  .notes = {reason}});
}

}  // namespace

std::variant<fs::path, BuildTrouble> build_own_module(
    const OwnSources& own, const fs::path& folder,
    const std::function<void(const std::string&)>& say) {
  if (auto wrong = check_sources(own)) return trouble(std::move(*wrong));
  const auto parts = find_parts();
  if (!parts) return trouble(no_headers());
  const fs::path home = home_of(own, folder);
  std::error_code error;
  fs::create_directories(home, error);
  if (error) return cannot_write(home, error.message());
  const CompileJob job{.sources = own.files, .flags = own.flags, .cache = folder, .begins = [&] {
                         say(fmt::format("compiling {}", fmt::join(own.files, ", ")));
                       }};
  const std::vector<Compiled> objects = compile(job, *parts);
  for (const Compiled& each : objects) {
    if (!each.built) return no_compile(each);
  }
  Link module(own, *parts, objects);
  if (auto wrong = module.look_at_objects()) return std::move(*wrong);
  mark_used(home);
  prune(folder, kEntriesMost);
  fs::path library = home / kLibrary;
  const std::string content = module.content();
  const fs::path made_of = home / "content";
  if (cli::read_file(made_of) == content && fs::exists(library, error)) return library;
  if (cli::write_file(home / kMap, toolchain().export_map)) return cannot_write(home, "");
  if (auto wrong = link(module, home, library)) return std::move(*wrong);
  if (cli::write_file(made_of, content)) return cannot_write(home, "");
  return library;
}

}  // namespace tidemark::sim::build
