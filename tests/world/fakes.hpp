// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tidemark/models/ledger.hpp"
#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/world/stage.hpp"
#include "tidemark/tests/world/script.hpp"

namespace tidemark::fake {

inline constexpr std::string_view kHolds[] = {"holds"};
inline constexpr std::string_view kNoSkip[] = {"no_skip"};

/// A world with one process and nothing to promise but what the test looks at afterwards.
inline void one_process(sim::World& world, std::function<void()> entry) {
  world.always("holds", [] { return true; });
  world.process("client", std::move(entry));
  world.run();
}

/// Blocks the calling thread until `condition` holds.
template <class Condition>
void wait_until(sim::World& world, Condition condition) {
  const sim::kernel::HostMode host;
  sim::kernel::await(
      world.stage().object(), "test: wait",
      [](void* context) -> bool { return (*static_cast<Condition*>(context))(); }, &condition);
}

}  // namespace tidemark::fake
