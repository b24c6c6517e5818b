// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/recorded_run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <utility>

#include "tidemark/sim/cli/artifacts.hpp"
#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/mismatch.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/select.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/explore/proof.hpp"
#include "tidemark/sim/report/failure_report.hpp"
#include "tidemark/sim/report/graph_explanation.hpp"

namespace tidemark::sim::cli {
namespace {

using explore::ExitCode;
using report::Diagnostic;
using report::Recording;

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

std::variant<RecordedRun, Diagnostic> read_file_source(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::exists(name, error)) {
    return Diagnostic{.error = fmt::format("'{}' is neither a token nor a file", name),
                      .help = {"a token begins with tm1-; a failure's last line holds it"},
                      .notes = {"`--artifacts DIR` of `run` writes failure.json files"}};
  }
  const auto text = read_file(name);
  if (!text) {
    return Diagnostic{.error = fmt::format("cannot read '{}'", name),
                      .help = {"this takes a token or a failure.json"},
                      .notes = {}};
  }
  auto [recording, why] = report::parse_recording(*text);
  if (!recording) {
    return Diagnostic{.error = fmt::format("'{}' is not a recorded run: {}", name, why),
                      .help = {"this takes a failure.json that `run --artifacts DIR` wrote"},
                      .notes = {}};
  }
  choice::Token token = recording->token;
  return RecordedRun{.name = name, .token = std::move(token), .recording = std::move(recording)};
}

std::variant<RecordedRun, Diagnostic> read_source(const std::string& text) {
  choice::TokenResult parsed = choice::parse_token(text);
  if (parsed.token) return RecordedRun{.name = text, .token = std::move(*parsed.token)};
  if (parsed.error != choice::TokenError::not_a_token) return bad_token(text, parsed.error);
  return read_file_source(text);
}

void warn_about_compiler(const choice::Token& token) {
  const std::string here = choice::this_compiler();
  if (token.compiler == here) return;
  std::fprintf(stderr, "warning: recorded with %s, and this is %s: the run may differ\n",
               token.compiler.c_str(), here.c_str());
}

RunResult execute(const RecordedRun& wanted, explore::Runner& runner,
                  report::TraceRecorder& recorder) {
  if (wanted.token.strategy.proof) {
    return explore::repeat_search(*wanted.scenario, runner.options(), wanted.token.execution,
                                  &recorder);
  }
  if (wanted.recording) return runner.replay(wanted.recording->choices, &recorder);
  if (wanted.token.plan) {
    choice::PlanReplay source(*wanted.token.plan);
    return runner.answer(source, &recorder);
  }
  return runner.walk({wanted.token.seed, wanted.token.execution, wanted.token.mutant}, &recorder);
}

}  // namespace

explore::Runner runner_of(const RecordedRun& wanted) {
  return {*wanted.scenario,
          {.steps_max = wanted.token.steps_max,
           .bounds = wanted.token.bounds,
           .strategy = wanted.token.strategy}};
}

std::variant<RecordedRun, Diagnostic> find_run(const Options& options,
                                               std::span<const Scenario> table) {
  auto source = read_source(options.arguments.front());
  if (const auto* wrong = std::get_if<Diagnostic>(&source)) return *wrong;
  auto& wanted = std::get<RecordedRun>(source);
  const auto scenario = find(table, wanted.token.scenario);
  if (const auto* wrong = std::get_if<Diagnostic>(&scenario)) return *wrong;
  wanted.scenario = std::get<const Scenario*>(scenario);
  if (!options.artifacts.empty()) {
    if (auto wrong = check_artifacts(options.artifacts)) return *wrong;
  }
  if (auto wrong = ensure_mutant(wanted.token.mutant, table, options.command)) return *wrong;
  warn_about_compiler(wanted.token);
  return source;
}

std::variant<explore::FailureRecord, ExitCode> repeat(const RecordedRun& wanted,
                                                      explore::Runner& runner) {
  report::TraceRecorder recorder;
  const RunResult run = execute(wanted, runner, recorder);
  if (run.misuse != nullptr) return refuse({.error = run.misuse, .help = {}, .notes = {}});
  std::vector<choice::Choice> choices = explore::last_choices();
  auto record = explore::record_failure(run, recorder.take(), std::move(choices));
  record.execution = wanted.token.execution;
  record.strategy = wanted.token.strategy.name();
  record.shrunk = wanted.recording ? wanted.recording->shrunk : wanted.token.plan.has_value();
  record.token = wanted.token;
  if (wanted.token.strategy.proof) record.explanation = report::explain_graph(record.trace);
  if (wanted.recording) {
    record.file = wanted.name;
  } else {
    record.token.fingerprint = choice::fingerprint_of(record.trace.hashes());
  }
  if (run.outcome.category == kernel::Category::internal) {
    std::fprintf(stderr, "error: %s\n", record.message.c_str());
    return ExitCode::internal;
  }
  const auto mismatch = wanted.recording ? compare(*wanted.recording, record, run.outcome.failure)
                                         : compare(wanted.token, record);
  if (!mismatch) return record;
  refuse(*mismatch);
  return ExitCode::replay_mismatch;
}

ExitCode show(const Options& options, explore::FailureRecord& record) {
  std::optional<Diagnostic> unwritten;
  // A recording that was given need not be written again, unless it has changed.
  if (!options.artifacts.empty() || record.file.empty()) unwritten = keep(options, record);
  print(report::render_failure(record, output_style(), output_table(options.slice)));
  if (unwritten) return refuse(*unwritten);
  return explore::exit_code_of(explore::verdict_of(record.category));
}

}  // namespace tidemark::sim::cli
