// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tidemark/sim/explore/result.hpp"

/// Results in the forms that services which build and test read.
namespace tidemark::sim::report {

/// A JUnit file: a test case for each scenario, with the whole story of a failure.
std::string junit_xml(const explore::CampaignResult& result, bool goals_warn);

/// GitHub's workflow commands: an annotation for each scenario that did not hold, on the line of
/// source where the failure happened. Empty where all held.
std::string github_annotations(const explore::CampaignResult& result, bool goals_warn);

}  // namespace tidemark::sim::report
