// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/fault/fault.hpp"

namespace tidemark::fake {
class CheckpointStore;
}

namespace tidemark::fault {

struct StoreOutcomesOptions {
  std::uint32_t at_most = 2;
};

/// A checkpoint write ends otherwise than well: refused before it took effect; done, but the reply
/// says failure; timed out, with or without an effect; or the connection is lost around it, and the
/// next call finds it closed.
/// Models: statement timeouts, a connection reset between COMMIT and its reply, a failover.
/// Survivable because an unknown outcome only means that a restart may repeat rows: what was asked
/// to be stored was settled when it was asked for.
Fault store_outcomes(fake::CheckpointStore& store, const StoreOutcomesOptions& options = {});

}  // namespace tidemark::fault
