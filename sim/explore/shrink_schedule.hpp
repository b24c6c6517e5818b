// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/explore/shrink_judge.hpp"

namespace tidemark::sim::explore {

/// Looks for a schedule with fewer preemptions among those that turn where the best one does.
///
/// A reader holds each preemption in mind until its thread comes back, and taking preemptions away
/// one by one ends at one that all others were arranged around. So a few of the places where the
/// failing run changed threads are kept, or moved a little, and between them each thread runs until
/// it blocks. What comes from outside happens where it did. Whether that gave something simpler.
bool search_fewer_preemptions(ShrinkJudge& judge, void (*shrink_to_the_end)(ShrinkJudge&));

}  // namespace tidemark::sim::explore
