// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/world/world.hpp"

/// Scenarios with a bug of known depth, for the tests of shrinking and of strategies.
namespace tidemark::sim::explore {

inline constexpr std::string_view kHoldsName[] = {"holds"};

/// Two threads step through their work; the bug needs one preemption: `late` has to come between
/// `take` and `give`. `spins` steps of each thread before and after do not matter.
inline void lost_update_body(World& world) {
  const std::uint64_t spins = world.pick("spins", 0, 12);
  const std::uint64_t bystanders = world.pick("bystanders", 0, 3);
  static int value;
  static bool lost;
  value = 0;
  lost = false;
  world.always("holds", [] {
    return lost ? sim::Verdict::violated("an update is lost") : sim::Verdict(true);
  });
  const auto update = [&world, spins] {
    for (std::uint64_t at = 0; at < spins; ++at) world.atomically([] {});
    int seen = 0;
    world.atomically([&] { seen = value; });
    world.atomically([&] {
      lost = lost || value != seen;
      value = seen + 1;
    });
    for (std::uint64_t at = 0; at < spins; ++at) world.atomically([] {});
  };
  world.process("first", update);
  world.process("second", update);
  for (std::uint64_t at = 0; at < bystanders; ++at) {
    world.process("bystander", [&world] {
      for (int times = 0; times < 5; ++times) world.atomically([] {});
    });
  }
  world.run();
}

inline const Scenario kLostUpdate{"test/lost_update", "", {}, kHoldsName, {}, &lost_update_body};

}  // namespace tidemark::sim::explore
