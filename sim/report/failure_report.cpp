// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/failure_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "tidemark/sim/report/causal_slice.hpp"
#include "tidemark/sim/report/invocation.hpp"
#include "tidemark/sim/report/operation.hpp"

namespace tidemark::sim::report {
namespace {

using explore::FailureRecord;
using State = kernel::FiberView::State;

/// The call stack of what a thread is about to do, if that was also its last step; else only where.
Frame frame_of(const Trace& trace, const ThreadEnd& thread, Symbolizer& symbols) {
  for (auto row = trace.rows.rbegin(); row != trace.rows.rend(); ++row) {
    if (!row->is_step || row->fiber != thread.fiber) continue;
    const bool same = row->operation.kind == thread.pending.kind &&
                      row->operation.object == thread.pending.object &&
                      row->operation.pc == thread.pending.pc;
    if (same && row->stack_depth > 0) return symbols.display(trace.stack_of(*row));
    break;
  }
  return symbols.display(thread.pending.pc);
}

std::string state_of(const Trace& trace, const ThreadEnd& thread) {
  if (thread.state == State::crashed) return "crashed";
  std::string text = name_of(thread.state);
  if (thread.pending.kind == kernel::OperationKind::none) return text;
  const bool waits = thread.state == State::blocked;
  text += (waits ? " in " : ", next ") + format_operation(trace, thread.pending);
  if (waits && thread.deadline_ns >= 0) text += ", until " + format_time(thread.deadline_ns);
  return text;
}

/// Both sides of a race, or the two places of a heap error.
std::string places_of(const FailureRecord& failure, Symbolizer& symbols) {
  std::string text;
  for (const explore::Place& place : failure.places) {
    const Frame frame = symbols.display(place.calls());
    if (frame.line == 0) continue;
    text += fmt::format("  {} {} ({})\n", text.empty() ? "at " : "and", format_source(frame),
                        failure.trace.thread_name(place.fiber));
  }
  return text;
}

std::string threads_of(const Trace& trace, Symbolizer& symbols) {
  const std::vector<Standing> all = standings(trace, symbols);
  std::size_t name = 0;
  std::size_t state = 0;
  for (const Standing& one : all) {
    name = std::max(name, one.thread.size());
    state = std::max(state, one.state.size());
  }
  std::string text;
  for (const Standing& one : all) {
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", one.thread, name, one.state, state, one.source);
  }
  return text;
}

std::string join(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string title_of(const FailureRecord& failure) {
  const std::string category = kernel::name_of(failure.category);
  const std::string what = category == failure.property || category == "property"
                               ? failure.property
                               : failure.property + " (" + category + ")";
  const std::string of = failure.token.mutant.empty() ? "" : " with mutant " + failure.token.mutant;
  return fmt::format("{}: {}{}", what, failure.token.scenario, of);
}

std::string count_of(std::uint64_t count, std::string_view noun) {
  const char* ending = count == 1 ? "" : (noun.ends_with("sh") ? "es" : "s");
  return fmt::format("{} {}{}", count, noun, ending);
}

/// What happened, whatever came of it: parameters, steps, threads.
std::string story_of(const FailureRecord& failure, Symbolizer& symbols, const Style& style,
                     const TableOptions& options) {
  std::string text;
  if (!failure.parameters.empty()) {
    text += "\n" + style.strong("parameters") + "\n  " + join(failure.parameters) + "\n";
  }
  if (!failure.trace.rows.empty()) {
    const std::size_t crashes = failure.trace.count(kernel::NoteKind::crash);
    const std::size_t faults = failure.trace.count(kernel::NoteKind::fault);
    text += fmt::format("\n{}: {}, {}, {}, {}\n", style.strong("steps"), failure.steps,
                        count_of(failure.preemptions, "preemption"), count_of(crashes, "crash"),
                        count_of(faults, "fault"));
    text += "  > another thread goes on, ! although the one before could have\n\n";
    text += render_table(
        failure.trace, symbols, options,
        options.slice ? causal_slice(failure) : select_rows(failure.trace, options.rows_max));
    text += "\n" + style.strong("threads") + "\n" + threads_of(failure.trace, symbols);
  }
  return text;
}

}  // namespace

std::vector<Standing> standings(const Trace& trace, Symbolizer& symbols) {
  std::vector<Standing> result;
  for (const ThreadEnd& thread : trace.threads) {
    if (thread.state == State::finished || thread.state == State::crashed) continue;
    const Frame frame = frame_of(trace, thread, symbols);
    result.push_back({thread.name, state_of(trace, thread),
                      frame.line == 0 ? std::string() : format_source(frame)});
  }
  return result;
}

std::string render_failure(const FailureRecord& failure, const Style& style,
                           const TableOptions& options) {
  Symbolizer symbols;
  std::string text = style.bad("failed") + " " + style.strong(title_of(failure)) + "\n";
  text += fmt::format("  {}\n", failure.message);
  text += places_of(failure, symbols);
  for (const std::string& line : failure.divergence) text += "  " + line + "\n";
  if (!failure.explanation.empty()) {
    text += "\n" + style.strong("memory order") + "\n";
    for (const std::string& line : failure.explanation) text += "  " + line + "\n";
  }
  text += story_of(failure, symbols, style, options);
  return text + "\n" + reproduce_line(failure) + "\n";
}

std::string render_held(const FailureRecord& run, const Style& style, const TableOptions& options) {
  Symbolizer symbols;
  return style.good("held") + " " + style.strong(run.token.scenario) + "\n" +
         story_of(run, symbols, style, options);
}

std::string reproduce_argument(const FailureRecord& failure) {
  const bool only_file = failure.needs_file() && !failure.file.empty();
  return only_file ? failure.file : choice::format_token(failure.token);
}

std::string reproduce_line(const FailureRecord& failure) {
  return command_line("replay", reproduce_argument(failure));
}

}  // namespace tidemark::sim::report
