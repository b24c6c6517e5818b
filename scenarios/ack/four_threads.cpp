// SPDX-License-Identifier: MIT
#include "tidemark/scenarios/ack/clone_fail_drop.hpp"

namespace tidemark::scenarios::ack {
namespace {

void body(sim::World& world) { clone_fail_drop(world, 4); }

}  // namespace

extern const sim::Scenario four_threads;
const sim::Scenario four_threads{
    .name = "ack/four_threads",
    .claim = "four threads clone, fail and drop: one message, as bad as the worst",
    .tags = kCloneFailDropTags,
    .properties = kCloneFailDropProperties,
    .goals = kCloneFailDropGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::ack
