// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/cli.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tidemark/sim/cli/checked_program.hpp"
#include "tidemark/sim/cli/module_order.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/cli/own_scenarios.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/report/invocation.hpp"

namespace tidemark::sim::cli {
namespace {

using Action = explore::ExitCode (*)(const Options&, std::span<const Scenario>);

Action action_of(std::string_view verb) {
  if (verb == "list") return list;
  if (verb == "run") return run;
  if (verb == "verify") return verify;
  if (verb == "check") return check;
  if (verb == "replay") return replay;
  if (verb == "shrink") return shrink;
  if (verb == "new") {
    return [](const Options& options, std::span<const Scenario>) { return new_scenario(options); };
  }
  return mutants;
}

/// What a user types to call this program: the launcher says so itself; in a build directory it is
/// the launcher that is meant; anywhere else it is what was typed.
std::string name_of_program(const char* typed) {
  const char* const said = std::getenv("TIDEMARK_COMMAND");
  if (said != nullptr && *said != '\0') return said;
  const bool launched = std::filesystem::path(typed).filename() == "tidemark" && find_workshop();
  return launched ? "./tidemark" : typed;
}

}  // namespace

int main(int argc, const char* const* argv, std::span<const Scenario> table) {
  ParseResult parsed = parse(std::span(argv, static_cast<std::size_t>(argc)));
  if (const auto* help = std::get_if<HelpText>(&parsed)) {
    print(help->text);
    return 0;
  }
  if (const auto* wrong = std::get_if<report::Diagnostic>(&parsed)) {
    return static_cast<int>(refuse(*wrong));
  }
  auto& options = std::get<Options>(parsed);
  if (const auto wrong = wrap_program(options)) return static_cast<int>(refuse(*wrong));
  report::set_invocation(
      {.program = name_of_program(argv[0]), .with = options.with, .flags = options.flags});
  if (const auto wrong = ensure_own(options, table)) return static_cast<int>(refuse(*wrong));
  if (const auto wrong = check_modules(table)) return static_cast<int>(refuse(*wrong));
  return static_cast<int>(action_of(options.verb)(options, table));
}

}  // namespace tidemark::sim::cli
