// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/explore/campaign.hpp"

namespace tidemark::sim::explore {

/// Searches scenarios exhaustively, one after another: every consistent execution graph of each.
///
/// The budget ends a search before its time; then nothing is proven, and there is no verdict unless
/// something failed. An operation that the graph has no event for ends it as unsupported.
CampaignResult run_proofs(std::span<const Scenario* const> scenarios,
                          const CampaignOptions& options, const Listener& listener);

/// Searches again up to a run, counted from 0, and gives that to `trace`: the search makes the same
/// runs every time. Takes as long as the search took to come to it.
RunResult repeat_search(const Scenario& scenario, const RunOptions& options, std::uint64_t run,
                        kernel::TraceSink* trace);

}  // namespace tidemark::sim::explore
