// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "tidemark/sim/report/trace.hpp"

namespace tidemark::sim::report {

/// A row to show, after `skipped` steps that are not shown.
struct ShownRow {
  std::size_t row = 0;  ///< index into `Trace::rows`; `rows.size()` for what is skipped at the end
  std::size_t skipped = 0;
};

/// Picks at most about `rows_max` rows: all of a short trace; of a long one its end, what broke,
/// and what the fakes say, newest first, since a failure is mostly explained by what came shortly
/// before.
std::vector<ShownRow> select_rows(const Trace& trace, std::size_t rows_max);

/// The marked rows of a trace, with the steps between them counted. One mark a row.
std::vector<ShownRow> fold_rows(const Trace& trace, const std::vector<bool>& shown);

}  // namespace tidemark::sim::report
