// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/mismatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tidemark/sim/report/operation.hpp"
#include "tidemark/sim/report/symbolizer.hpp"

namespace tidemark::sim::cli {
namespace {

using explore::FailureRecord;
using report::Diagnostic;
using report::TraceRow;

std::vector<const TraceRow*> steps_of(const report::Trace& trace) {
  std::vector<const TraceRow*> steps;
  for (const TraceRow& row : trace.rows) {
    if (row.is_step) steps.push_back(&row);
  }
  return steps;
}

std::string ending_of(const std::string& category, const std::string& property) {
  if (category == "none") return "nothing was violated";
  return category == property ? category : fmt::format("{} ({})", property, category);
}

std::string ended(std::size_t steps, const FailureRecord& came) {
  const std::string category = kernel::name_of(came.category);
  return fmt::format("the end after {} steps: {}", steps, ending_of(category, came.property));
}

std::string describe(const FailureRecord& came, const TraceRow& row) {
  report::Symbolizer symbols;
  const std::string source = report::format_source(symbols.display(came.trace.stack_of(row)));
  return fmt::format("{}: {} at {}", came.trace.thread_name(row.fiber),
                     report::format_operation(came.trace, row.operation), source);
}

std::string describe(const choice::Choice& choice) {
  static constexpr std::array<const char*, 6> kWords = {"schedule", "wake",   "parameter",
                                                        "outcome",  "random", "load"};
  if (choice.count == 0 && choice.kind == choice::Kind{}) return "no further choice";
  const char* word = kWords[static_cast<std::size_t>(choice.kind)];
  // What a replay answers where it has nothing that fits.
  const std::uint64_t none =
      choice.kind == choice::Kind::schedule ? ~std::uint32_t{0} : ~std::uint64_t{0};
  const bool nothing = choice.count != 0 && choice.value == none;
  if (nothing) return fmt::format("a {} among {}", word, choice.count);
  return fmt::format("{} {} of {}", word, choice.value, choice.count);
}

/// The number that the tables show: time moving and events count as steps and are no rows.
std::uint64_t number_of(const std::vector<const TraceRow*>& steps, std::size_t at) {
  if (at < steps.size()) return steps[at]->step;
  return steps.empty() ? 0 : steps.back()->step + 1;
}

Diagnostic mismatch(std::uint64_t step, std::string expected, std::string actual) {
  return {.error = fmt::format("the recorded run no longer matches the code: they part at step {}",
                               step),
          .help = {},
          .notes = {"expected: " + std::move(expected), "came:     " + std::move(actual)}};
}

}  // namespace

std::optional<Diagnostic> compare(const report::Recording& recorded, const FailureRecord& came,
                                  const kernel::Failure* failure) {
  const auto steps = steps_of(came.trace);
  const std::size_t both = std::min(steps.size(), recorded.steps.size());
  std::size_t at = 0;
  while (at < both && static_cast<std::uint32_t>(steps[at]->hash) == recorded.steps[at].hash) ++at;
  const std::string category = kernel::name_of(came.category);
  const bool same_end = category == recorded.category && came.property == recorded.property;
  if (at == steps.size() && at == recorded.steps.size() && same_end) return std::nullopt;
  const std::string recorded_end = fmt::format("the end after {} steps: {}", recorded.steps.size(),
                                               ending_of(recorded.category, recorded.property));
  Diagnostic diagnostic = mismatch(
      number_of(steps, at), at < recorded.steps.size() ? recorded.steps[at].what : recorded_end,
      at < steps.size() ? describe(came, *steps[at]) : ended(steps.size(), came));
  if (came.category == kernel::Category::diverged && failure != nullptr) {
    diagnostic.notes.push_back(fmt::format("choice {}: recorded {}, asked for {}",
                                           failure->choice_index, describe(failure->expected),
                                           describe(failure->actual)));
  }
  return diagnostic;
}

std::optional<Diagnostic> compare(const choice::Token& recorded, const FailureRecord& came) {
  if (!recorded.fingerprint) return std::nullopt;
  const auto window = choice::first_difference(*recorded.fingerprint, came.trace.hashes());
  if (!window) return std::nullopt;
  const auto steps = steps_of(came.trace);
  Diagnostic diagnostic = mismatch(
      number_of(steps, window->first),
      fmt::format("the run of {} steps that the token stands for", recorded.fingerprint->steps),
      window->first < steps.size() ? describe(came, *steps[window->first])
                                   : ended(steps.size(), came));
  if (window->end > window->first + 1) {
    diagnostic.notes.push_back(fmt::format("a token keeps marks only: the step is one of {} to {}",
                                           number_of(steps, window->first),
                                           number_of(steps, window->end - 1)));
  }
  diagnostic.help.push_back("a failure.json (`run --artifacts DIR`) names the exact step");
  return diagnostic;
}

}  // namespace tidemark::sim::cli
