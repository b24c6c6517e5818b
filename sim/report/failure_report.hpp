// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/report/column_table.hpp"
#include "tidemark/sim/report/style.hpp"

namespace tidemark::sim::report {

/// Where a thread stood when the execution ended, in words.
struct Standing {
  std::string thread;
  std::string state;   ///< "blocked in lock mutex#3, until 12ms"
  std::string source;  ///< "core/publish/publisher.cpp:88"
};

/// Every thread that had not ended, in order of creation.
std::vector<Standing> standings(const Trace& trace, Symbolizer& symbols);

/// What a user sees of a failure: the violated property with values, the parameters, the steps,
/// where each thread stands, and last the line that repeats it.
std::string render_failure(const explore::FailureRecord& failure, const Style& style,
                           const TableOptions& options);

/// The same for an execution in which nothing was violated, as a replay shows it.
std::string render_held(const explore::FailureRecord& run, const Style& style,
                        const TableOptions& options);

/// What `replay` takes to repeat a failure: its token, or the recording where that is too long.
std::string reproduce_argument(const explore::FailureRecord& failure);

/// The command that repeats a failure.
std::string reproduce_line(const explore::FailureRecord& failure);

}  // namespace tidemark::sim::report
