// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tidemark/sim/explore/verdict.hpp"
#include "tidemark/sim/report/column_table.hpp"
#include "tidemark/sim/report/diagnostic.hpp"
#include "tidemark/sim/report/style.hpp"

namespace tidemark::sim::cli {

/// How results may look: coloured on a terminal unless NO_COLOR is set.
report::Style output_style();

/// Tables as wide as the terminal, within what is still readable; a fixed width elsewhere.
/// `slice`: of a failure only the rows that explain it.
report::TableOptions output_table(bool slice);

/// Prints a result on stdout, at once: a child's or a debugger's output must not overtake it.
void print(const std::string& text);

/// Prints a diagnostic on stderr and gives the exit code of bad input.
explore::ExitCode refuse(const report::Diagnostic& diagnostic);

}  // namespace tidemark::sim::cli
