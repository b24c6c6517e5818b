// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/opaque.hpp"

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::graph {

namespace {

Request request_for(Action action, const char* label, Guard guard = {}) {
  return {.action = action,
          .success = memory::Order::acq_rel,
          .failure = memory::Order::acquire,
          .label = label,
          .guard = guard};
}

}  // namespace

void step(const char* label) { read(world_object(), request_for(Action::step, label)); }

bool await(const char* label, bool (*ready)(void*), void* context, std::int64_t deadline_ns) {
  if (deadline_ns >= 0) outside_the_model({.label = label});
  // Where it takes an earlier step than the newest, it may turn out not to be ready: the graph is
  // one that no run has, and the thread stops.
  read(world_object(), request_for(Action::await, label, {ready, context}));
  return true;
}

}  // namespace tidemark::sim::graph
