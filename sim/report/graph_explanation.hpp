// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tidemark/sim/report/trace.hpp"

namespace tidemark::sim::report {

/// What a reader needs who does not know the axioms, of the last run of a search: which reads got
/// an old value, who had stored a newer one where, and which memory orders would have forbidden it.
/// Empty where threads that take turns could have done the same.
std::vector<std::string> explain_graph(const Trace& trace);

}  // namespace tidemark::sim::report
