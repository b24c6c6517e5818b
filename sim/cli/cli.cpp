// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/cli.hpp"

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"

namespace tidemark::sim::cli {
namespace {

using Action = explore::ExitCode (*)(const Options&, std::span<const Scenario>);

Action action_of(std::string_view verb) {
  if (verb == "list") return list;
  if (verb == "run") return run;
  if (verb == "replay") return replay;
  if (verb == "shrink") return shrink;
  return mutants;
}

}  // namespace

int main(int argc, const char* const* argv, std::span<const Scenario> table) {
  const ParseResult parsed = parse(std::span(argv, static_cast<std::size_t>(argc)));
  if (const auto* help = std::get_if<HelpText>(&parsed)) {
    print(help->text);
    return 0;
  }
  if (const auto* wrong = std::get_if<report::Diagnostic>(&parsed)) {
    return static_cast<int>(refuse(*wrong));
  }
  const auto& options = std::get<Options>(parsed);
  return static_cast<int>(action_of(options.verb)(options, table));
}

}  // namespace tidemark::sim::cli
