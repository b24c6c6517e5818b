// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "tidemark/sim/fault/fault.hpp"

namespace tidemark::fault {

struct CrashOptions {
  std::uint32_t at_most = 1;
};

/// The process dies where it stands, at any scheduling point, and is started again.
/// Models: SIGKILL, the out-of-memory killer, a node that is drained, a power cut on the client.
/// Nothing is unwound and no destructor runs; statements in flight took effect or did not.
/// Survivable because the durable position never covers what is not settled, so that a restart
/// reads the rest again.
Fault crash(std::string_view process, const CrashOptions& options = {});

}  // namespace tidemark::fault
