// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "tidemark/sim/report/trace.hpp"

namespace tidemark::sim::report {

/// "lock mutex#3", "load atomic#7", "store: reply": an operation in words.
std::string format_operation(const Trace& trace, const kernel::Operation& operation);

/// The same with the value it produced ("load atomic#7 -> 3"), or a note with its marker.
std::string format_row(const Trace& trace, const TraceRow& row);

/// "12.5ms": virtual time in the largest unit that loses nothing a reader needs.
std::string format_time(std::int64_t nanoseconds);

/// "could run", "blocked", "finished", "crashed".
const char* name_of(kernel::FiberView::State state);

}  // namespace tidemark::sim::report
