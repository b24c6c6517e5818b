// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/models/ledger.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::scenarios {

/// What every connector promises after every step: `no_skip`, `no_over_ack`, `monotonic_durable`
/// and `order`. The ledger outlives the world's run.
inline void promise_safety(sim::World& world, models::Ledger& ledger) {
  world.always("no_skip", [&ledger] { return ledger.no_skip(); });
  world.always("no_over_ack", [&ledger] { return ledger.no_over_ack(); });
  world.always("monotonic_durable", [&ledger] { return ledger.monotonic_durable(); });
  world.always("order", [&ledger] { return ledger.order(); });
}

}  // namespace tidemark::scenarios
