// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/operation.hpp"

#include <fmt/format.h>

namespace tidemark::sim::report {
namespace {

using kernel::NoteKind;
using kernel::OperationKind;

/// What an object without a name of its own is called, after what is done to it.
const char* noun_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::load:
    case OperationKind::store:
    case OperationKind::read_modify_write:
    case OperationKind::compare_exchange: return "atomic";
    case OperationKind::lock:
    case OperationKind::try_lock:
    case OperationKind::timed_lock:
    case OperationKind::unlock: return "mutex";
    case OperationKind::lock_shared:
    case OperationKind::try_lock_shared:
    case OperationKind::unlock_shared: return "rwlock";
    case OperationKind::wait:
    case OperationKind::timed_wait:
    case OperationKind::notify_one:
    case OperationKind::notify_all: return "condition";
    case OperationKind::create:
    case OperationKind::join: return "thread";
    case OperationKind::semaphore_wait:
    case OperationKind::semaphore_post: return "semaphore";
    case OperationKind::futex_wait:
    case OperationKind::futex_wake: return "futex";
    default: return "";
  }
}

const char* marker_of(NoteKind kind) {
  switch (kind) {
    case NoteKind::fault: return "!! ";
    case NoteKind::crash: return "XX ";
    case NoteKind::restart: return ">> ";
    case NoteKind::time: return "~~ ";
    case NoteKind::process_exit: return "-- ";
    case NoteKind::history: return "== ";
    case NoteKind::note: return "-- ";
  }
  return "";
}

bool shows_value(OperationKind kind) {
  switch (kind) {
    case OperationKind::load:
    case OperationKind::store:
    case OperationKind::read_modify_write:
    case OperationKind::compare_exchange:
    case OperationKind::plain_read:
    case OperationKind::plain_write: return true;
    default: return false;
  }
}

/// Small numbers as they are, anything that looks like an address or a pattern in hexadecimal.
std::string format_value(std::uint64_t value) {
  return value < 1'000'000 ? std::to_string(value) : fmt::format("{:#x}", value);
}

}  // namespace

std::string format_operation(const Trace& trace, const kernel::Operation& operation) {
  const auto named = trace.objects.find(operation.object);
  if (operation.label != nullptr) {
    const std::string label = operation.label;
    // A fake's labels mostly begin with its name already.
    if (named == trace.objects.end() || label.starts_with(named->second)) return label;
    return named->second + ": " + label;
  }
  const std::string verb = kernel::name_of(operation.kind);
  if (operation.object == 0) return verb;
  if (named != trace.objects.end()) return verb + " " + named->second;
  return fmt::format("{} {}#{}", verb, noun_of(operation.kind), operation.object);
}

std::string format_row(const Trace& trace, const TraceRow& row) {
  if (!row.is_step) return marker_of(row.note) + row.text;
  std::string text = format_operation(trace, row.operation);
  if (row.value && shows_value(row.operation.kind)) text += " -> " + format_value(*row.value);
  return text;
}

std::string format_time(std::int64_t nanoseconds) {
  const auto value = static_cast<double>(nanoseconds);
  if (nanoseconds < 1'000) return fmt::format("{}ns", nanoseconds);
  if (nanoseconds < 1'000'000) return fmt::format("{:.4g}us", value / 1e3);
  if (nanoseconds < 1'000'000'000) return fmt::format("{:.4g}ms", value / 1e6);
  return fmt::format("{:.6g}s", value / 1e9);
}

const char* name_of(kernel::FiberView::State state) {
  switch (state) {
    case kernel::FiberView::State::runnable: return "could run";
    case kernel::FiberView::State::blocked: return "blocked";
    case kernel::FiberView::State::finished: return "finished";
    case kernel::FiberView::State::crashed: return "crashed";
  }
  return "?";
}

}  // namespace tidemark::sim::report
