// SPDX-License-Identifier: MIT
#include "tidemark/scenarios/ack/clone_fail_drop.hpp"

namespace tidemark::scenarios::ack {
namespace {

void body(sim::World& world) { clone_fail_drop(world, 2); }

}  // namespace

extern const sim::Scenario two_threads;
const sim::Scenario two_threads{
    .name = "ack/two_threads",
    .claim = "two threads clone, fail and drop: one message, as bad as the worst",
    .tags = kCloneFailDropTags,
    .properties = kCloneFailDropProperties,
    .goals = kCloneFailDropGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::ack
