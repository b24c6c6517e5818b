// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/row_selection.hpp"

#include <cstdint>

namespace tidemark::sim::report {
namespace {

/// What a row is worth to a reader; higher is shown first.
int weight_of(const TraceRow& row) {
  if (!row.is_step) return row.note == kernel::NoteKind::time ? 1 : 4;
  if (row.operation.label != nullptr) return 2;
  return row.preemption ? 1 : 0;
}

constexpr int kHeaviest = 4;

}  // namespace

std::vector<ShownRow> select_rows(const Trace& trace, std::size_t rows_max) {
  const std::size_t size = trace.rows.size();
  std::vector<bool> shown(size, size <= rows_max);
  if (size > rows_max) {
    std::size_t left = rows_max;
    const auto show = [&](std::size_t row) {
      if (shown[row] || left == 0) return;
      shown[row] = true;
      --left;
    };
    for (std::size_t back = 1; back <= rows_max / 2; ++back) show(size - back);
    for (int weight = kHeaviest; weight > 0; --weight) {
      for (std::size_t row = size; row-- > 0;) {
        if (weight_of(trace.rows[row]) == weight) show(row);
      }
    }
  }
  return fold_rows(trace, shown);
}

std::vector<ShownRow> fold_rows(const Trace& trace, const std::vector<bool>& shown) {
  const std::size_t size = trace.rows.size();
  std::vector<ShownRow> rows;
  std::size_t skipped = 0;
  for (std::size_t row = 0; row < size; ++row) {
    if (!shown[row]) {
      skipped += trace.rows[row].is_step ? 1 : 0;
      continue;
    }
    rows.push_back({row, skipped});
    skipped = 0;
  }
  if (skipped > 0) rows.push_back({size, skipped});
  return rows;
}

}  // namespace tidemark::sim::report
