// SPDX-License-Identifier: MIT
// Reads: loads, read-modify-writes, and what waits for a value.
#include "tidemark/sim/graph/coherence.hpp"
#include "tidemark/sim/graph/perform.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/graph/spin.hpp"

namespace tidemark::sim::graph {

using memory::Object;
using memory::Order;

namespace {

kernel::OperationKind kind_of(Action action) {
  using kernel::OperationKind;
  switch (action) {
    case Action::load: return OperationKind::load;
    case Action::compare_exchange: return OperationKind::compare_exchange;
    case Action::lock: return OperationKind::lock;
    case Action::try_lock: return OperationKind::try_lock;
    case Action::lock_shared: return OperationKind::lock_shared;
    case Action::try_lock_shared: return OperationKind::try_lock_shared;
    case Action::take_one:
    case Action::try_take_one: return OperationKind::semaphore_wait;
    case Action::begin_once: return OperationKind::once;
    case Action::enlist: return OperationKind::wait;
    case Action::notify_one: return OperationKind::notify_one;
    case Action::notify_all: return OperationKind::notify_all;
    case Action::woken: return OperationKind::wait;
    case Action::step: return OperationKind::step;
    case Action::await: return OperationKind::await;
    default: return OperationKind::read_modify_write;
  }
}

// What a read of the thread may take, by its index, where a read was taken out: of a lock only what
// is newer. Of a loop only what the write that took it out has caused: anything else the read could
// have taken at once, by a revisit.
bool passes_floor(Graph& graph, std::uint32_t index, EventId write) {
  const ThreadEvents& thread = graph.thread(me());
  if (thread.floor == kNoEvent || thread.floor_index != index) return true;
  if (write == kInitial || write <= thread.floor) return false;
  return thread.floor_excludes || graph.covers(graph.causes(write), graph.at(thread.floor));
}

bool any_passes_floor(Graph& graph, std::uint32_t index, LocationId location) {
  for (std::uint32_t place = 1; place <= graph.writes(location); ++place) {
    if (passes_floor(graph, index, graph.write_at(location, place))) return true;
  }
  return false;
}

void plan_sources(Graph& graph, EventId id, EventId taken) {
  const Event& event = graph.at(id);
  const LocationId location = event.location;
  const std::uint32_t writes = graph.writes(location);
  for (std::uint32_t place = lowest_place(graph, location, graph.before(id), id); place <= writes;
       ++place) {
    const EventId source = graph.write_at(location, place);
    if (source == taken || !passes_floor(graph, event.index, source)) continue;
    if (leads_nowhere(event.state, graph.value_of(location, source))) continue;
    if (is_guarded(event.action)) {
      const Effect effect = effect_of(event, graph.value_of(location, source));
      if (effect.waits) continue;
      const EventId rival =
          effect.writes ? rival_of(graph, location, source, id) : EventId{kNoEvent};
      if (rival != kNoEvent && (graph.at(rival).flags & Event::kStable) != 0) continue;
    }
    plan({.kind = Item::Kind::read_other, .event = id, .other = source});
  }
}

// Adds the read at the end of the whole graph; does not return where it ends the run or the thread.
EventId add_read(LocationId location, const Request& request, std::uint8_t width,
                 std::uint64_t machine) {
  Graph& graph = current_graph();
  Event probe;
  probe.action = request.action;
  probe.operand = request.operand;
  probe.expected = request.expected;
  probe.width = width;
  EventId newest = kInitial;
  bool stuck = false;
  for (bool forced = false;;) {
    const ThreadEvents& mine = graph.thread(me());
    newest = graph.newest(location);
    const bool waits =
        request.guard.waits() ||
        (is_guarded(request.action) && effect_of(probe, graph.value_of(location, newest)).waits);
    stuck = waits || !passes_floor(graph, mine.count, newest) ||
            leads_nowhere(machine, graph.value_of(location, newest));
    const bool barred = mine.floor != kNoEvent && mine.floor_index == mine.count;
    if (forced && barred && !any_passes_floor(graph, mine.count, location)) stop_thread();
    if (!stuck || forced) break;
    forced = wait_for_write(location, waits);
  }
  const EventId id = graph.add(me(), EventKind::read, as_byte(request.failure), location);
  Event& event = graph.at(id);
  event.action = request.action;
  event.operand = request.operand;
  event.expected = request.expected;
  event.success = as_byte(request.success);
  event.failure = as_byte(request.failure);
  event.width = width;
  event.state = machine;
  event.pc = static_cast<std::uint32_t>(request.pc);
  plan_sources(graph, id, newest);
  graph.set_source(id, newest);
  plan_waiters(graph, id);
  performed(id);
  if (stuck) {
    if (!is_guarded(event.action) && request.guard.ready == nullptr) stop_thread();
    // It takes nothing: what it would wait for did not come.
    event.flags = static_cast<std::uint8_t>(event.flags & ~Event::kReadModifyWrite);
    stop_at(id, request.guard);
  }
  if (event.modifies()) {
    if (!complete_update(graph, id)) end_pruned();
    wake(location);
  }
  return id;
}

}  // namespace

Reading read(Object& object, const Request& request) {
  GuestRegisters registers;
  registers.valid = 0;
  if (may_be_idle(request.action)) registers = take_registers();
  announce({.kind = kind_of(request.action),
            .order = as_byte(request.success),
            .object = object.id,
            .pc = request.pc,
            .label = request.label});
  const LocationId location = locate(object);
  EventId id = replay();
  if (id == kNoEvent) {
    const std::uint64_t machine = registers.valid != 0 ? machine_state(registers, request.pc) : 0;
    if (machine != 0 && is_spinning(location, request, machine)) stop_thread();
    id = add_read(location, request, object.size, machine);
  } else {
    const Event& event = current_graph().at(id);
    expect(event, EventKind::read, location, request.pc);
    if (event.action != request.action || event.operand != request.operand ||
        (event.action == Action::compare_exchange && event.expected != request.expected)) {
      nondeterministic(event, "with other operands", request.pc);
    }
    performed(id);
    if (registers.valid != 0) remember_state(registers, request.pc);
    if (is_guarded(event.action) && effect_of(event, event.value).waits) {
      stop_at(id, request.guard);
    }
    // Ready when it took a step, not ready when it did not: else no run is like this graph.
    if (request.guard.ready != nullptr && request.guard.waits() == event.modifies()) end_pruned();
    if (request.guard.waits()) stop_at(id, request.guard);
    if (leads_nowhere(event.state, event.value)) stop_thread();
  }
  const Event& event = current_graph().at(id);
  EventId last = id;
  if (event.modifies()) {
    last = event.next;
    perform_write(object, last);
  }
  follow(last);
  trace_done(event.value);
  check_race(object, event.modifies(), last, request.pc);
  return {event.value, event.modifies()};
}

namespace {

// The first write after the thread's own that no longer has its bit.
EventId taken_out_by(Graph& graph, LocationId location) {
  const std::uint64_t mine = std::uint64_t{1} << me();
  std::uint32_t place = graph.writes(location);
  for (; place > 0; --place) {
    const Event& write = graph.at(graph.write_at(location, place));
    if (write.thread == me() && write.action == Action::enlist) break;
  }
  for (; place <= graph.writes(location); ++place) {
    const EventId write = graph.write_at(location, place);
    if ((graph.value_of(location, write) & mine) == 0) return write;
  }
  return kNoEvent;
}

}  // namespace

void wait_until_woken(Object& condition, std::uintptr_t pc) {
  announce({.kind = kernel::OperationKind::wait, .object = condition.id, .pc = pc});
  const LocationId location = locate(condition);
  Graph& graph = current_graph();
  EventId id = replay();
  if (id == kNoEvent) {
    EventId source = taken_out_by(graph, location);
    for (; source == kNoEvent; source = taken_out_by(graph, location)) wait_to_be_woken(location);
    id = graph.add(me(), EventKind::read, as_byte(Order::relaxed), location);
    Event& event = graph.at(id);
    event.action = Action::woken;
    event.width = condition.size;
    event.flags = Event::kStable;
    event.pc = static_cast<std::uint32_t>(pc);
    graph.set_source(id, source);
  } else {
    expect(graph.at(id), EventKind::read, location, pc);
  }
  performed(id);
  follow(id);
  trace_done(graph.at(id).value);
}

}  // namespace tidemark::sim::graph
