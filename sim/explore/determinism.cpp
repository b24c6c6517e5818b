// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/determinism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/report/operation.hpp"
#include "tidemark/sim/report/symbolizer.hpp"

namespace tidemark::sim::explore {
namespace {

constexpr int kTries = 8;

using Steps = std::vector<const report::TraceRow*>;

Steps steps_of(const report::Trace& trace) {
  Steps steps;
  for (const report::TraceRow& row : trace.rows) {
    if (row.is_step) steps.push_back(&row);
  }
  return steps;
}

bool same_operation(const report::TraceRow& left, const report::TraceRow& right) {
  return left.fiber == right.fiber && left.operation.kind == right.operation.kind &&
         left.operation.object == right.operation.object && left.now_ns == right.now_ns;
}

/// Where two runs part first. The hash of a row knows of no value but those of earlier rows.
std::size_t parted_at(const Steps& left, const Steps& right, bool shaken) {
  const std::size_t both = std::min(left.size(), right.size());
  std::size_t at = 0;
  while (at < both && same_operation(*left[at], *right[at]) && left[at]->hash == right[at]->hash &&
         (shaken || left[at]->value == right[at]->value)) {
    ++at;
  }
  const bool by_a_value = shaken && at > 0 && at < both && same_operation(*left[at], *right[at]) &&
                          left[at - 1]->value != right[at - 1]->value;
  return by_a_value ? at - 1 : at;
}

std::string describe(const report::Trace& trace, const Steps& steps, std::size_t at,
                     report::Symbolizer& symbols) {
  if (at >= steps.size()) return fmt::format("ended after {} steps", steps.size());
  const report::TraceRow& row = *steps[at];
  return fmt::format("{}: {} at {} (time {}, hash {:016x})", trace.thread_name(row.fiber),
                     report::format_row(trace, row),
                     report::format_source(symbols.display(trace.stack_of(row))),
                     report::format_time(row.now_ns), row.hash);
}

report::Trace trace_once(Runner& runner, const Origin& origin, std::uint64_t shake = kNotShaken) {
  report::TraceRecorder recorder;
  runner.walk(origin, &recorder, shake);
  return recorder.take();
}

std::string describe(const char* which, const Signature& run) {
  return fmt::format("{} {} steps, hash {:016x}, ended as {}", which, run.steps, run.hash,
                     kernel::name_of(run.category));
}

}  // namespace

Signature signature_of(const RunResult& run) {
  return {run.outcome.category, run.outcome.steps, run.outcome.hash};
}

std::uint64_t shake_of(std::uint64_t seed, std::uint64_t execution) {
  std::uint64_t state = seed + execution;
  return choice::splitmix(state) | 1;
}

std::vector<std::string> first_divergence(const report::Trace& first, const report::Trace& second,
                                          bool shaken) {
  const auto left = steps_of(first);
  const auto right = steps_of(second);
  const std::size_t at = parted_at(left, right, shaken);
  if (at == left.size() && at == right.size()) return {};
  report::Symbolizer symbols;
  const std::uint64_t step = at < left.size() ? left[at]->step : right[at]->step;
  return {fmt::format("the runs part at step {}", step),
          "first run:  " + describe(first, left, at, symbols),
          (shaken ? "shaken run: " : "second run: ") + describe(second, right, at, symbols)};
}

Divergence explain_nondeterminism(Runner& runner, const Origin& origin, const Signature& first,
                                  const Signature& second, std::uint64_t shake) {
  Divergence found{.message = "the same choices gave two different runs", .sentences = {}};
  const report::Trace reference = trace_once(runner, origin);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    found.sentences = first_divergence(reference, trace_once(runner, origin));
    if (!found.sentences.empty()) return found;
  }
  if (shake != kNotShaken) {
    found.message =
        "the same choices gave another run in shaken memory: the program depends on addresses, or "
        "reads memory that nobody wrote";
    found.sentences = first_divergence(reference, trace_once(runner, origin, shake), true);
    if (!found.sentences.empty()) return found;
  }
  found.sentences = {
      describe("first run: ", first), describe("second run:", second),
      fmt::format("{} traced runs agreed, so the first diverging step is not known: look for "
                  "state that survives an execution",
                  kTries + 1)};
  return found;
}

}  // namespace tidemark::sim::explore
