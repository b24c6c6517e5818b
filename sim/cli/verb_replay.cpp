// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "tidemark/sim/cli/artifacts.hpp"
#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/mismatch.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/select.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/explore/runner.hpp"
#include "tidemark/sim/report/failure_report.hpp"

namespace tidemark::sim::cli {
namespace {

using explore::ExitCode;
using report::Diagnostic;
using report::Recording;

/// What is to be repeated: a whole recording, or only its token.
struct Source {
  choice::Token token;
  std::optional<Recording> recording;
};

Diagnostic bad_token(const std::string& text, choice::TokenError error) {
  if (error == choice::TokenError::other_schema) {
    return {.error = fmt::format("'{}' has the form of another version of tidemark", text),
            .help = {},
            .notes = {fmt::format("this program reads tokens that begin with tm{}-",
                                  choice::Token::kSchema)}};
  }
  return {.error = fmt::format("the token '{}' is damaged", text),
          .help = {"copy the whole line that the failure ended with"},
          .notes = {"its checksum does not match: it is cut off, or a letter was changed"}};
}

std::variant<Source, Diagnostic> read_file_source(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::exists(name, error)) {
    return Diagnostic{.error = fmt::format("'{}' is neither a token nor a file", name),
                      .help = {"a token begins with tm1-; a failure's last line holds it"},
                      .notes = {"`--artifacts DIR` of `run` writes failure.json files"}};
  }
  const auto text = read_file(name);
  if (!text) {
    return Diagnostic{.error = fmt::format("cannot read '{}'", name),
                      .help = {"`replay` takes a token or a failure.json"},
                      .notes = {}};
  }
  auto [recording, why] = report::parse_recording(*text);
  if (!recording) {
    return Diagnostic{.error = fmt::format("'{}' is not a recorded run: {}", name, why),
                      .help = {"`replay` takes a failure.json that `run --artifacts DIR` wrote"},
                      .notes = {}};
  }
  choice::Token token = recording->token;
  return Source{.token = std::move(token), .recording = std::move(recording)};
}

std::variant<Source, Diagnostic> read_source(const std::string& text) {
  choice::TokenResult parsed = choice::parse_token(text);
  if (parsed.token) return Source{.token = std::move(*parsed.token), .recording = {}};
  if (parsed.error != choice::TokenError::not_a_token) return bad_token(text, parsed.error);
  return read_file_source(text);
}

void warn_about_compiler(const choice::Token& token) {
  const std::string here = choice::this_compiler();
  if (token.compiler == here) return;
  std::fprintf(stderr, "warning: recorded with %s, and this is %s: the run may differ\n",
               token.compiler.c_str(), here.c_str());
}

ExitCode report_run(const Options& options, explore::FailureRecord& record, bool held) {
  if (held) {
    print(report::render_held(record, output_style(), output_table()));
    return ExitCode::held;
  }
  std::optional<Diagnostic> unwritten;
  if (!options.artifacts.empty()) unwritten = write_artifacts(options.artifacts, record);
  print(report::render_failure(record, output_style(), output_table()));
  if (unwritten) return refuse(*unwritten);
  return explore::exit_code_of(explore::verdict_of(record.category));
}

ExitCode run_source(const Options& options, const Source& source, const Scenario& scenario) {
  explore::Runner runner(scenario,
                         {.steps_max = source.token.steps_max, .bounds = source.token.bounds});
  const explore::Origin origin{source.token.seed, source.token.execution, source.token.mutant};
  report::TraceRecorder recorder;
  const RunResult run = source.recording ? runner.replay(source.recording->choices, &recorder)
                                         : runner.walk(origin, &recorder);
  if (run.misuse != nullptr) return refuse({.error = run.misuse, .help = {}, .notes = {}});
  std::vector<choice::Choice> choices = explore::last_choices();
  auto record = explore::record_failure(run, recorder.take(), std::move(choices));
  record.execution = origin.execution;
  record.strategy = options.strategy;
  record.token = explore::token_of(runner, origin, record.trace);
  const kernel::Category category = run.outcome.category;
  if (category == kernel::Category::internal) {
    std::fprintf(stderr, "error: %s\n", record.message.c_str());
    return ExitCode::internal;
  }
  const auto mismatch = source.recording ? compare(*source.recording, record, run.outcome.failure)
                                         : compare(source.token, record);
  if (mismatch) {
    refuse(*mismatch);
    return ExitCode::replay_mismatch;
  }
  return report_run(options, record,
                    category == kernel::Category::none || category == kernel::Category::assume);
}

}  // namespace

ExitCode replay(const Options& options, std::span<const Scenario> table) {
  const auto source = read_source(options.arguments.front());
  if (const auto* wrong = std::get_if<Diagnostic>(&source)) return refuse(*wrong);
  const auto& wanted = std::get<Source>(source);
  const auto scenario = find(table, wanted.token.scenario);
  if (const auto* wrong = std::get_if<Diagnostic>(&scenario)) return refuse(*wrong);
  if (!options.artifacts.empty()) {
    if (const auto wrong = check_artifacts(options.artifacts)) return refuse(*wrong);
  }
  if (const auto wrong = ensure_mutant(wanted.token.mutant, table, options.command))
    return refuse(*wrong);
  warn_about_compiler(wanted.token);
  return run_source(options, wanted, *std::get<const Scenario*>(scenario));
}

}  // namespace tidemark::sim::cli
