// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/trace.hpp"

#include <algorithm>
#include <utility>

#include "tidemark/sim/kernel/host.hpp"

namespace tidemark::sim::report {
namespace {

std::string base_name(const kernel::FiberView& fiber) {
  const std::string process = kernel::process_name(fiber.process);
  const std::string thread = fiber.name[0] != '\0' ? fiber.name : "thread";
  if (process.empty()) return thread;
  const bool named_after_it = thread == process || thread.starts_with(process + "/");
  return named_after_it ? thread : process + "/" + thread;
}

}  // namespace

bool is_healing(const TraceRow& row) {
  // The kernel's own words: the only note of the kind that no fake and no event gives.
  return !row.is_step && row.note == kernel::NoteKind::fault && row.text.starts_with("faults heal");
}

std::vector<std::uint64_t> Trace::hashes() const {
  std::vector<std::uint64_t> result;
  for (const TraceRow& row : rows) {
    if (row.is_step) result.push_back(row.hash);
  }
  return result;
}

std::size_t Trace::count(kernel::NoteKind kind) const {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const auto& row) {
    return !row.is_step && row.note == kind && !is_healing(row);
  }));
}

std::size_t Trace::preemptions() const {
  const auto healed = std::find_if(rows.begin(), rows.end(), is_healing);
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), healed, [](const auto& row) { return row.preemption; }));
}

std::string Trace::thread_name(kernel::FiberId fiber) const {
  if (fiber < threads.size()) return threads[fiber].name;
  return "thread " + std::to_string(fiber);
}

void TraceRecorder::on_step(const kernel::StepView& step) {
  const kernel::HostHeap outlives;
  TraceRow& row = trace_.rows.emplace_back();
  row.is_step = true;
  row.step = step.index;
  row.fiber = step.fiber;
  row.process = step.process;
  row.now_ns = step.now_ns;
  row.operation = step.operation;
  row.preemption = step.preemption;
  row.hash = step.hash;
  row.stack_begin = trace_.stacks.size();
  row.stack_depth = step.stack_depth;
  trace_.stacks.insert(trace_.stacks.end(), step.stack, step.stack + step.stack_depth);
  if (last_row_.size() <= step.fiber) last_row_.resize(std::size_t{step.fiber} + 1);
  last_row_[step.fiber] = trace_.rows.size();
}

void TraceRecorder::on_value(kernel::FiberId fiber, std::uint64_t value) {
  if (fiber >= last_row_.size() || last_row_[fiber] == 0) return;
  trace_.rows[last_row_[fiber] - 1].value = value;
}

void TraceRecorder::on_note(kernel::FiberId fiber, kernel::NoteKind kind, const char* text) {
  const kernel::HostHeap outlives;
  const bool first = trace_.rows.empty();
  const std::uint64_t step = first ? 0 : trace_.rows.back().step;
  TraceRow& row = trace_.rows.emplace_back();
  row.step = step;
  row.now_ns = kernel::now_ns();
  row.fiber = fiber;
  row.note = kind;
  row.text = text;
}

Trace TraceRecorder::take() {
  std::vector<kernel::FiberView> views(kernel::fibers(nullptr, 0));
  views.resize(std::min(views.size(), kernel::fibers(views.data(), views.size())));
  std::unordered_map<std::string, int> lives;
  for (const kernel::FiberView& view : views) {
    if (trace_.threads.size() <= view.id) trace_.threads.resize(std::size_t{view.id} + 1);
    std::string name = base_name(view);
    const int life = ++lives[name];
    if (life > 1) name += "#" + std::to_string(life);
    trace_.threads[view.id] = {view.id, std::move(name), view.state, view.pending,
                               view.deadline_ns};
  }
  const auto remember = [&](kernel::ObjectId object) {
    if (object == 0 || trace_.objects.contains(object)) return;
    const char* name = kernel::object_name(object);
    if (name != nullptr && name[0] != '\0') trace_.objects.emplace(object, name);
  };
  for (const TraceRow& row : trace_.rows) remember(row.operation.object);
  for (const ThreadEnd& thread : trace_.threads) remember(thread.pending.object);
  last_row_.clear();
  return std::exchange(trace_, Trace{});
}

}  // namespace tidemark::sim::report
