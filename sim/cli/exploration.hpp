// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/explore/campaign.hpp"

namespace tidemark::sim::cli {

/// How scenarios are explored: at random, or exhaustively.
using Explorer = std::function<explore::CampaignResult(
    std::span<const Scenario* const>, const explore::CampaignOptions&, const explore::Listener&)>;

/// Selects scenarios, explores them, prints what came of it and writes what was asked for.
explore::ExitCode explore_as(const Options& options, std::span<const Scenario> table,
                             const Explorer& explorer);

}  // namespace tidemark::sim::cli
