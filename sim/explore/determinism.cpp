// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/determinism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tidemark/sim/report/operation.hpp"
#include "tidemark/sim/report/symbolizer.hpp"

namespace tidemark::sim::explore {
namespace {

constexpr int kTries = 8;

std::vector<const report::TraceRow*> steps_of(const report::Trace& trace) {
  std::vector<const report::TraceRow*> steps;
  for (const report::TraceRow& row : trace.rows) {
    if (row.is_step) steps.push_back(&row);
  }
  return steps;
}

bool same(const report::TraceRow& left, const report::TraceRow& right) {
  return left.fiber == right.fiber && left.operation.kind == right.operation.kind &&
         left.operation.object == right.operation.object && left.now_ns == right.now_ns &&
         left.hash == right.hash && left.value == right.value;
}

std::string describe(const report::Trace& trace, const std::vector<const report::TraceRow*>& steps,
                     std::size_t at, report::Symbolizer& symbols) {
  if (at >= steps.size()) return fmt::format("ended after {} steps", steps.size());
  const report::TraceRow& row = *steps[at];
  return fmt::format("{}: {} at {} (time {}, hash {:016x})", trace.thread_name(row.fiber),
                     report::format_row(trace, row),
                     report::format_source(symbols.display(trace.stack_of(row))),
                     report::format_time(row.now_ns), row.hash);
}

report::Trace trace_once(Runner& runner, const Origin& origin) {
  report::TraceRecorder recorder;
  runner.walk(origin, &recorder);
  return recorder.take();
}

}  // namespace

Signature signature_of(const RunResult& run) {
  return {run.outcome.category, run.outcome.steps, run.outcome.hash};
}

std::vector<std::string> first_divergence(const report::Trace& first, const report::Trace& second) {
  const auto left = steps_of(first);
  const auto right = steps_of(second);
  const std::size_t both = std::min(left.size(), right.size());
  std::size_t at = 0;
  while (at < both && same(*left[at], *right[at])) ++at;
  if (at == left.size() && at == right.size()) return {};
  report::Symbolizer symbols;
  const std::uint64_t step = at < left.size() ? left[at]->step : right[at]->step;
  return {fmt::format("the runs part at step {}", step),
          "first run:  " + describe(first, left, at, symbols),
          "second run: " + describe(second, right, at, symbols)};
}

std::vector<std::string> explain_nondeterminism(Runner& runner, const Origin& origin,
                                                const Signature& first, const Signature& second) {
  const report::Trace reference = trace_once(runner, origin);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const auto parted = first_divergence(reference, trace_once(runner, origin));
    if (!parted.empty()) return parted;
  }
  return {fmt::format("first run:  {} steps, hash {:016x}, ended as {}", first.steps, first.hash,
                      kernel::name_of(first.category)),
          fmt::format("second run: {} steps, hash {:016x}, ended as {}", second.steps, second.hash,
                      kernel::name_of(second.category)),
          fmt::format("{} traced runs agreed, so the first diverging step is not known: look for "
                      "state that survives an execution",
                      kTries + 1)};
}

}  // namespace tidemark::sim::explore
