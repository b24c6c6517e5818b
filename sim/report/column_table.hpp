// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tidemark/sim/report/row_selection.hpp"
#include "tidemark/sim/report/symbolizer.hpp"
#include "tidemark/sim/report/trace.hpp"

namespace tidemark::sim::report {

struct TableOptions {
  std::size_t width = 120;     ///< characters of a line
  std::size_t rows_max = 120;  ///< rows shown; the others are counted
  bool slice = false;          ///< of a failure, only the rows that explain it
};

/// The steps of an execution: one column a thread, time going down.
///
/// Few threads get a wide column each, with the operation in it. Where the columns would become too
/// narrow to read, each thread has a lane of two characters and the operation stands to the right.
std::string render_table(const Trace& trace, Symbolizer& symbols, const TableOptions& options);

/// The same with the rows given.
std::string render_table(const Trace& trace, Symbolizer& symbols, const TableOptions& options,
                         std::vector<ShownRow> rows);

/// Breaks text into lines of at most `width` characters, at spaces where there are any.
std::vector<std::string> wrap(const std::string& text, std::size_t width);

}  // namespace tidemark::sim::report
