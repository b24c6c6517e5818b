// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/column_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tidemark/sim/report/operation.hpp"

namespace tidemark::sim::report {
namespace {

constexpr std::size_t kGutter = 20;  ///< step, switch mark, time
constexpr std::size_t kColumnNarrowest = 30;
constexpr std::size_t kLettersMax = 52;

char letter_of(std::size_t column) {
  if (column >= kLettersMax) return '*';
  return static_cast<char>(column < 26 ? 'A' + column : 'a' + (column - 26));
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

class Table {
 public:
  Table(const Trace& trace, Symbolizer& symbols, const TableOptions& options,
        std::vector<ShownRow> rows)
      : trace_(trace), symbols_(symbols), options_(options), rows_(std::move(rows)) {
    for (const ShownRow& shown : rows_) {
      if (shown.row < trace_.rows.size()) columns_.try_emplace(trace_.rows[shown.row].fiber, 0);
    }
    std::size_t next = 0;
    for (auto& [fiber, column] : columns_) column = next++;
    const std::size_t count = std::max<std::size_t>(1, columns_.size());
    column_width_ = (options_.width - kGutter) / count;
    wide_ = column_width_ >= kColumnNarrowest;
  }

  std::string render() {
    if (trace_.rows.empty()) return "  no steps\n";
    text_ = wide_ ? wide_header() : lane_legend();
    for (const ShownRow& shown : rows_) {
      if (shown.skipped > 0) {
        text_ += fmt::format("      ... {} step{}\n", shown.skipped, shown.skipped == 1 ? "" : "s");
      }
      if (shown.row == trace_.rows.size()) break;
      const TraceRow& row = trace_.rows[shown.row];
      if (wide_) {
        wide_row(row);
      } else {
        lane_row(row);
      }
      before_ = &row;
    }
    return text_;
  }

 private:
  std::string wide_header() const {
    std::string line(kGutter, ' ');
    std::string rule(kGutter, '-');
    line.replace(1, 4, "step");
    for (const auto& [fiber, column] : columns_) {
      const std::string name = trace_.thread_name(fiber).substr(0, column_width_ - 2);
      line += fmt::format("| {:<{}}", name, column_width_ - 2);
      rule += "+" + std::string(column_width_ - 1, '-');
    }
    return without_trailing_space(line) + rule + "\n";
  }

  std::string lane_legend() const {
    std::string legend;
    for (const auto& [fiber, column] : columns_) {
      legend += fmt::format("  {} = {}\n", letter_of(column), trace_.thread_name(fiber));
    }
    return legend + "\n";
  }

  /// Step number, whether another thread took over ('>') or even interrupted one that could have
  /// gone on ('!'), and the time where it has moved.
  std::string gutter(const TraceRow& row) {
    const bool first = before_ == nullptr;
    const std::string step = row.is_step ? std::to_string(row.step) : "";
    const bool switched = !first && before_->fiber != row.fiber;
    const char mark = row.preemption ? '!' : (switched ? '>' : ' ');
    // Looking at the clock moves it by a hair; only what can be read as another time is shown.
    std::string time = format_time(row.now_ns);
    if (time == time_before_) {
      time.clear();
    } else {
      time_before_ = time;
    }
    return fmt::format("{:>5} {} {:<{}}", step, mark, time, kGutter - 8);
  }

  void wide_row(const TraceRow& row) {
    std::string cell = format_row(trace_, row);
    if (row.is_step) cell += "  " + short_source(row);
    const std::size_t own = columns_.at(row.fiber);
    std::string margin = gutter(row);
    for (const std::string& part : wrap(cell, column_width_ - 2)) {
      std::string line = margin;
      for (std::size_t column = 0; column < columns_.size(); ++column) {
        line += fmt::format("| {:<{}}", column == own ? part : "", column_width_ - 2);
      }
      text_ += without_trailing_space(line);
      margin = std::string(kGutter, ' ');
    }
  }

  void lane_row(const TraceRow& row) {
    const std::size_t own = columns_.at(row.fiber);
    std::string lanes;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      lanes += column == own ? letter_of(column) : '.';
      lanes += ' ';
    }
    const std::string source = row.is_step ? full_source(row) : "";
    const std::size_t left = kGutter + lanes.size() + 1;
    const std::size_t room = options_.width > left + 30 ? options_.width - left : 30;
    std::string cell = format_row(trace_, row);
    if (!source.empty()) {
      // The source is set flush right, so that the eye can follow it down.
      const std::size_t used = cell.size() + source.size();
      cell += used + 2 <= room ? std::string(room - used, ' ') + source : "  " + source;
    }
    std::string margin = gutter(row) + lanes + " ";
    for (const std::string& part : wrap(cell, room)) {
      text_ += without_trailing_space(margin + part);
      margin = std::string(left, ' ');
    }
  }

  std::string full_source(const TraceRow& row) {
    const auto stack = trace_.stack_of(row);
    const Frame frame =
        stack.empty() ? symbols_.display(row.operation.pc) : symbols_.display(stack);
    return frame.line == 0 ? "" : format_source(frame);
  }

  std::string short_source(const TraceRow& row) {
    const std::string source = full_source(row);
    return source.substr(source.rfind('/') + 1);
  }

  const Trace& trace_;
  Symbolizer& symbols_;
  const TableOptions& options_;
  std::vector<ShownRow> rows_;
  std::map<kernel::FiberId, std::size_t> columns_;
  std::size_t column_width_ = 0;
  bool wide_ = false;
  std::string time_before_;
  const TraceRow* before_ = nullptr;
  std::string text_;
};

}  // namespace

std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::size_t from = 0;
  while (text.size() - from > width) {
    std::size_t at = text.rfind(' ', from + width);
    // A word that does not fit is cut rather than let run over the next column.
    const bool found = at != std::string::npos && at > from;
    if (!found) at = from + width;
    std::string line = text.substr(from, at - from);
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
    from = at;
    while (from < text.size() && text[from] == ' ') ++from;
  }
  lines.push_back(text.substr(from));
  return lines;
}

std::string render_table(const Trace& trace, Symbolizer& symbols, const TableOptions& options) {
  return render_table(trace, symbols, options, select_rows(trace, options.rows_max));
}

std::string render_table(const Trace& trace, Symbolizer& symbols, const TableOptions& options,
                         std::vector<ShownRow> rows) {
  return Table(trace, symbols, options, std::move(rows)).render();
}

}  // namespace tidemark::sim::report
