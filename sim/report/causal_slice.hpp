// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/report/row_selection.hpp"

namespace tidemark::sim::report {

/// The rows of a failure that explain it; everything else is counted between them.
///
/// Always: the end, crashes and faults, and both sides of each preemption, the newest of them where
/// there are too many. Then, as long as there is room, what the history says about the values that
/// the message names, and the steps of other threads that those shown depend on through an object.
std::vector<ShownRow> causal_slice(const explore::FailureRecord& failure);

/// How many of them are rows to read.
std::size_t count_rows(const std::vector<ShownRow>& rows, const Trace& trace);

}  // namespace tidemark::sim::report
