// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/report/style.hpp"

namespace tidemark::sim::report {

/// A line for each scenario of a campaign: its verdict, what was run, its goals, and what is wrong.
std::string render_summary(const explore::CampaignResult& result, const Style& style,
                           bool goals_warn);

/// "12 345": digits in groups of three, as they are read.
std::string format_count(std::uint64_t value);

}  // namespace tidemark::sim::report
