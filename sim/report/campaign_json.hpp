// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/sim/explore/campaign.hpp"

namespace tidemark::sim::report {

/// What the machine-readable report says besides the results.
struct JsonHead {
  std::vector<std::string> command;
  std::uint64_t seed = 0;
  double elapsed_s = 0;
};

/// The report of `run`, in the schema that the command line documents.
std::string campaign_json(const explore::CampaignResult& result, const JsonHead& head,
                          const explore::CampaignOptions& options);

/// The scenarios themselves, as `list` writes them.
std::string scenarios_json(std::span<const Scenario* const> scenarios);

/// What the report of a run with one mutant says about it.
struct MutantRun {
  std::string scenario;  ///< that failed; the first explored where none did
  std::string verdict;
  std::uint64_t executions = 0;
  double elapsed_s = 0;
  std::string property;  ///< empty where nothing failed
  std::string category;
  std::string message;
  std::string reproduce;  ///< the token, or the recording, that repeats it
};

/// Reads a report that `campaign_json` wrote; of several failures, one by a property in `named`.
std::optional<MutantRun> read_mutant_run(std::string_view report,
                                         std::span<const std::string> named);

/// One mutant in the report of `mutants`.
struct MutantEntry {
  std::string name;
  std::vector<std::string> named;
  std::string report;  ///< what its run wrote; empty where it could not be built or run
  std::string trouble;
};

std::string mutants_json(std::span<const MutantEntry> entries, const JsonHead& head);

}  // namespace tidemark::sim::report
