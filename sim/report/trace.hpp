// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tidemark/sim/kernel/execution.hpp"

namespace tidemark::sim::report {

/// One line of a trace: a step, or a note (a crash, a fault, something a fake has to say).
struct TraceRow {
  bool is_step = false;
  std::uint64_t step = 0;  ///< zero-based; for a note, of the step before it
  kernel::FiberId fiber = 0;
  kernel::ProcessId process = 0;
  std::int64_t now_ns = 0;

  // Of a step.
  kernel::Operation operation;
  std::optional<std::uint64_t> value;
  bool preemption = false;
  std::uint64_t hash = 0;
  std::size_t stack_begin = 0;  ///< into `Trace::stacks`
  std::size_t stack_depth = 0;

  // Of a note.
  kernel::NoteKind note = kernel::NoteKind::note;
  std::string text;
};

/// Whether a note says that the faulty phase is over.
bool is_healing(const TraceRow& row);

/// A thread as the execution left it.
struct ThreadEnd {
  kernel::FiberId fiber = 0;
  std::string name;  ///< "process/thread", numbered where two lives of a process share it
  kernel::FiberView::State state{};
  kernel::Operation pending;
  std::int64_t deadline_ns = -1;
};

/// One execution, written down. Owns everything: it outlives the execution and the next ones.
struct Trace {
  std::vector<TraceRow> rows;
  std::vector<kernel::ProgramCounter> stacks;
  std::vector<ThreadEnd> threads;  ///< indexed by fiber
  std::unordered_map<kernel::ObjectId, std::string> objects;

  std::span<const kernel::ProgramCounter> stack_of(const TraceRow& row) const {
    return std::span(stacks).subspan(row.stack_begin, row.stack_depth);
  }
  /// The rolling hash after each step.
  std::vector<std::uint64_t> hashes() const;
  /// Switches away from a thread that could go on, without those of the fair phase, whose turns are
  /// no choice.
  std::size_t preemptions() const;
  /// Notes of a kind: how many faults or crashes struck. That faults heal is none.
  std::size_t count(kernel::NoteKind kind) const;
  std::string thread_name(kernel::FiberId fiber) const;
};

/// Writes an execution down while it runs.
class TraceRecorder final : public kernel::TraceSink {
 public:
  bool wants_stacks() const override { return true; }
  void on_step(const kernel::StepView& step) override;
  void on_value(kernel::FiberId fiber, std::uint64_t value) override;
  void on_note(kernel::FiberId fiber, kernel::NoteKind kind, const char* text) override;

  /// Hands the trace out, with the names and thread states that the kernel keeps until the next
  /// execution begins: call it before that.
  Trace take();

 private:
  Trace trace_;
  std::vector<std::size_t> last_row_;  ///< one past the row of each fiber's last step; 0 for none
};

}  // namespace tidemark::sim::report
