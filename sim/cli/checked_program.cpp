// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/checked_program.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/own_scenarios.hpp"

namespace tidemark::sim::cli {
namespace {

namespace fs = std::filesystem;
using report::Diagnostic;

constexpr const char* kMain = "tidemark_checked_main";

// A `main` of C keeps its name, one of C++ is mangled by what it takes. One of the three is there.
constexpr const char* kScenario = R"text(// Calls the main function of a program that is checked.
#include <cstdlib>
#include <string>

#include "tidemark/sim/scenario.hpp"

using tidemark::sim::Verdict;

extern int main_of_c(int, char**) __asm__("{main}") __attribute__((weak));
extern int main_without() __asm__("_Z{length}{main}v") __attribute__((weak));
extern int main_with(int, char**) __asm__("_Z{length}{main}iPPc") __attribute__((weak));

namespace {{

int call_main() {{
  static char name[] = "{name}";
  static char* arguments[] = {{name, nullptr}};
  if (main_without != nullptr) return main_without();
  if (main_with != nullptr) return main_with(1, arguments);
  return main_of_c(1, arguments);
}}

}}  // namespace

TIDEMARK_SCENARIO(check, {identifier}, .claim = "the program ends well",
                  .properties = {{"ends_well"}}) {{
  int code = 0;
  world.at_end("ends_well", [&] {{
    if (code == 0) return Verdict{{}};
    return Verdict::violated("main returned " + std::to_string(code));
  }});
  world.process("program", [&] {{ code = call_main(); }});
  world.run();
}}
)text";

std::string identifier_of(const fs::path& file) {
  std::string name = file.stem().string();
  for (char& letter : name) {
    const bool fits = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9');
    if (!fits) letter = '_';
  }
  return name;
}

}  // namespace

std::optional<Diagnostic> wrap_program(Options& options) {
  if (options.verb != "check") return std::nullopt;
  for (const std::string& file : options.arguments) {
    std::error_code error;
    if (fs::is_regular_file(file, error)) continue;
    return Diagnostic{.error = fmt::format("'{}' is not a file", file),
                      .help = {"`tidemark check` takes the sources of a program"},
                      .notes = {}};
  }
  const fs::path first = options.arguments.front();
  const std::string identifier = identifier_of(first);
  const fs::path folder = own_folder();
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path wrapper = folder / fmt::format("check_{}.cpp", identifier);
  const std::string text =
      fmt::format(fmt::runtime(kScenario), fmt::arg("main", kMain),
                  fmt::arg("length", std::string_view(kMain).size()),
                  fmt::arg("name", first.stem().string()), fmt::arg("identifier", identifier));
  if (read_file(wrapper.string()) != text) {
    if (auto wrong = write_file(wrapper.string(), text)) return wrong;
  }
  options.with = options.arguments;
  options.with.push_back(wrapper.string());
  options.arguments = {"check/" + identifier};
  std::vector<std::string> flags = {"-O0", fmt::format("-Dmain={}", kMain)};
  flags.insert(flags.end(), options.flags.begin(), options.flags.end());
  options.flags = std::move(flags);
  return std::nullopt;
}

}  // namespace tidemark::sim::cli
