// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/perform.hpp"

#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/tracing.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::graph {

using kernel::state;
using memory::Object;

void widen_into(memory::Clock& into, const Tick* from, std::uint32_t lanes) {
  static_assert(memory::kChunk == kLaneWidth);
  into.chunks = lanes / kLaneWidth;
  auto* wide = reinterpret_cast<memory::Lane*>(into.ticks());
  const auto* narrow = reinterpret_cast<const Lanes*>(from);
  for (std::uint32_t i = 0; i < into.chunks; ++i) {
    wide[i] = __builtin_convertvector(narrow[i], memory::Lane);
  }
}

void follow(EventId id) {
  Graph& graph = current_graph();
  kernel::Fiber& self = *state.current;
  widen_into(self.clock, graph.before(id), graph.lanes());
  memory::Tick* ticks = self.clock.ticks();
  state.tick = self.tick = graph.at(id).index + 2;
  ticks[self.id] = self.tick;
}

void announce(const kernel::Operation& operation) {
  kernel::check_touched();
  kernel::Fiber& self = *state.current;
  self.pending = operation;
  if (state.trace != nullptr) kernel::capture_stack(self);
}

void trace_done(std::uint64_t value) {
  const bool preempts = note_turn();
  kernel::mix(me() + (static_cast<std::uint64_t>(state.current->pending.kind) << 8));
  kernel::mix(kernel::logical_value(value));
  ++kernel::counters.steps;
  if (preempts) ++kernel::counters.preemptions;
  if (state.trace == nullptr) return;
  kernel::trace_step(*state.current, kernel::counters.steps - 1, preempts);
  kernel::trace_value(value);
}

namespace {

void show(Object& object, EventId id) {
  const Graph& graph = current_graph();
  const Event& write = graph.at(id);
  if (object.shown != kNoEvent && graph.at(object.shown).position > write.position) return;
  object.shown = id;
  if (object.kind != memory::ObjectKind::atomic) return;
  __builtin_memcpy(reinterpret_cast<void*>(object.address), &write.value, write.width);
}

}  // namespace

void expect(const Event& event, EventKind kind, LocationId location, std::uintptr_t pc) {
  if (event.kind != kind) nondeterministic(event, "another kind of operation", pc);
  if (event.location != location) nondeterministic(event, "on another object", pc);
}

void perform_write(Object& object, EventId id) {
  performed(id);
  show(object, id);
}

void check_race(Object& object, bool writes, EventId id, std::uintptr_t pc) {
  if (object.kind != memory::ObjectKind::atomic || state.ignores_accesses) return;
  const std::uint32_t index = current_graph().at(id).index;
  state.tick = index + 1;
  memory::check_atomic(object, writes, pc);
  state.tick = index + 2;
}

}  // namespace tidemark::sim::graph
