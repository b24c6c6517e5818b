// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "tidemark/sim/world/scenario.hpp"

namespace tidemark::scenarios {

/// Every scenario there is, sorted by name: the one thing that the scenarios' module exports.
std::span<const sim::Scenario> table();

}  // namespace tidemark::scenarios
