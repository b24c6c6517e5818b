// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/causal_slice.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark::sim::report {
namespace {

constexpr std::size_t kRowsWanted = 16;  ///< what a reader takes in at once
constexpr std::size_t kRowsMost = 24;    ///< for what must not be left out

/// The numbers in a sentence, as they are written.
std::set<std::string> numbers_in(std::string_view text) {
  std::set<std::string> numbers;
  std::string number;
  for (const char letter : text) {
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      number += letter;
    } else if (!number.empty()) {
      numbers.insert(std::exchange(number, {}));
    }
  }
  if (!number.empty()) numbers.insert(number);
  return numbers;
}

class Slice {
 public:
  explicit Slice(const explore::FailureRecord& failure)
      : failure_(failure), rows_(failure.trace.rows), shown_(rows_.size()) {
    const auto healed = std::find_if(rows_.begin(), rows_.end(), is_healing);
    healed_ = static_cast<std::size_t>(healed - rows_.begin());
  }

  std::vector<ShownRow> select() {
    show_end();
    show_what_broke();
    show_preemptions();
    show_history();
    show_dependencies();
    show_sharing();
    return fold_rows(failure_.trace, shown_);
  }

 private:
  void show(std::size_t row, std::size_t most) {
    if (shown_[row] || count_ >= most) return;
    shown_[row] = true;
    ++count_;
  }

  /// The last steps of the threads that took part, and what was said after the very last.
  void show_end() {
    std::size_t last = rows_.size();
    while (last > 0 && !rows_[last - 1].is_step) show(--last, kRowsMost / 2);
    if (last > 0) show(last - 1, kRowsMost);
    std::set<kernel::FiberId> ends;
    for (const explore::Place& place : failure_.places) ends.insert(place.fiber);
    if (failure_.category == kernel::Category::deadlock) {
      for (const ThreadEnd& thread : failure_.trace.threads) {
        if (thread.state == kernel::FiberView::State::blocked) ends.insert(thread.fiber);
      }
    }
    for (const kernel::FiberId fiber : ends) {
      if (const std::size_t row = last_step(fiber, rows_.size()); row < rows_.size()) {
        show(row, kRowsWanted);
      }
    }
  }

  void show_what_broke() {
    for (std::size_t row = rows_.size(); row-- > 0;) {
      const TraceRow& each = rows_[row];
      if (each.is_step || is_healing(each)) continue;
      if (each.note == kernel::NoteKind::crash || each.note == kernel::NoteKind::fault) {
        show(row, kRowsMost);
      }
    }
  }

  void show_preemptions() {
    for (std::size_t row = healed_; row-- > 0;) {
      if (!rows_[row].preemption) continue;
      show(row, kRowsMost);
      std::size_t before = row;
      while (before > 0 && !rows_[before - 1].is_step) --before;
      if (before > 0) show(before - 1, kRowsMost);
    }
  }

  /// Newest first: what was said about the values that are wrong.
  void show_history() {
    const std::set<std::string> wanted = numbers_in(failure_.message);
    for (std::size_t row = rows_.size(); row-- > 0;) {
      if (rows_[row].is_step || rows_[row].note == kernel::NoteKind::time) continue;
      const std::set<std::string> said = numbers_in(rows_[row].text);
      const bool about = std::any_of(said.begin(), said.end(),
                                     [&](const auto& each) { return wanted.contains(each); });
      if (about) show(row, kRowsWanted);
    }
  }

  /// For each step shown, newest first, the last step of another thread on the same object.
  void show_dependencies() {
    for (std::size_t row = rows_.size(); row-- > 0 && count_ < kRowsWanted;) {
      if (!shown_[row] || !rows_[row].is_step || rows_[row].operation.object == 0) continue;
      for (std::size_t before = row; before-- > 0;) {
        const TraceRow& each = rows_[before];
        if (!each.is_step || each.operation.object != rows_[row].operation.object) continue;
        if (each.fiber != rows_[row].fiber) show(before, kRowsWanted);
        break;
      }
    }
  }

  /// Where nothing was said but that processes end, what threads share is all there is to tell: the
  /// newest steps on objects that more than one of them used, locks and waits before atomics, which
  /// are often a library's own.
  void show_sharing() {
    std::map<kernel::ObjectId, std::set<kernel::FiberId>> users;
    for (const TraceRow& row : rows_) {
      if (says_something(row)) return;
      if (row.is_step && row.operation.object != 0) users[row.operation.object].insert(row.fiber);
    }
    for (const bool atomics : {false, true}) {
      for (std::size_t row = rows_.size(); row-- > 0;) {
        const kernel::Operation& operation = rows_[row].operation;
        if (!rows_[row].is_step || operation.object == 0) continue;
        if (is_atomic(operation.kind) != atomics || users[operation.object].size() < 2) continue;
        show(row, kRowsWanted);
      }
    }
  }

  static bool says_something(const TraceRow& row) {
    if (row.is_step || row.note != kernel::NoteKind::history) return false;
    return row.text != "exited" && row.text != "crashed" && row.text != "restarted" &&
           row.text != "faults end";
  }

  static bool is_atomic(kernel::OperationKind kind) {
    return kind >= kernel::OperationKind::load && kind <= kernel::OperationKind::compare_exchange;
  }

  std::size_t last_step(kernel::FiberId fiber, std::size_t end) const {
    while (end > 0) {
      const TraceRow& row = rows_[--end];
      if (row.is_step && row.fiber == fiber) return end;
    }
    return rows_.size();
  }

  const explore::FailureRecord& failure_;
  const std::vector<TraceRow>& rows_;
  std::vector<bool> shown_;
  std::size_t healed_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<ShownRow> causal_slice(const explore::FailureRecord& failure) {
  return Slice(failure).select();
}

std::size_t count_rows(const std::vector<ShownRow>& rows, const Trace& trace) {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const ShownRow& row) { return row.row < trace.rows.size(); }));
}

}  // namespace tidemark::sim::report
