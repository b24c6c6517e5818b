// SPDX-License-Identifier: MIT
#include "tidemark/scenarios/ack/clone_fail_drop.hpp"

namespace tidemark::scenarios::ack {
namespace {

void body(sim::World& world) { clone_fail_drop(world, 3); }

}  // namespace

extern const sim::Scenario three_threads;
const sim::Scenario three_threads{
    .name = "ack/three_threads",
    .claim = "three threads clone, fail and drop: one message, as bad as the worst",
    .tags = kCloneFailDropTags,
    .properties = kCloneFailDropProperties,
    .goals = kCloneFailDropGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::ack
