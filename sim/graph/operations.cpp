// SPDX-License-Identifier: MIT
// Operations that are not reads.
#include "tidemark/sim/graph/operations.hpp"

#include "tidemark/sim/graph/coherence.hpp"
#include "tidemark/sim/graph/perform.hpp"
#include "tidemark/sim/graph/revisit.hpp"
#include "tidemark/sim/graph/run.hpp"

namespace tidemark::sim::graph {

using memory::Object;
using memory::Order;

void write(Object& object, std::uint64_t value, Order order, std::uintptr_t pc) {
  using kernel::OperationKind;
  const bool atomic = object.kind == memory::ObjectKind::atomic;
  announce({.kind = atomic ? OperationKind::store : OperationKind::unlock,
            .order = as_byte(order),
            .object = object.id,
            .pc = pc});
  const LocationId location = locate(object);
  EventId id = replay();
  if (id == kNoEvent) {
    Graph& graph = current_graph();
    id = graph.add(me(), EventKind::write, as_byte(order), location);
    Event& event = graph.at(id);
    event.value = value;
    event.width = object.size;
    event.pc = static_cast<std::uint32_t>(pc);
    graph.set_released(id, kInitial);
    const std::uint32_t writes = graph.writes(location);
    for (std::uint32_t at = lowest_place(graph, location, graph.before(id), id); at < writes;
         ++at) {
      if (splits_update(graph, location, at)) continue;
      plan({.kind = Item::Kind::place_other, .event = id, .other = at});
    }
    graph.insert(id, writes);
    plan_revisits(graph, id, kNoEvent);
    wake(location);
  } else {
    const Event& event = current_graph().at(id);
    expect(event, EventKind::write, location, pc);
    if (event.value != value) nondeterministic(event, "with another value", pc);
  }
  perform_write(object, id);
  follow(id);
  trace_done(value);
  check_race(object, true, id, pc);
}

namespace {

EventId add_plain_event(EventKind kind, Order order, std::uintptr_t pc) {
  const EventId id = current_graph().add(me(), kind, as_byte(order), kNoLocation);
  current_graph().at(id).pc = static_cast<std::uint32_t>(pc);
  return id;
}

}  // namespace

void fence(Order order, std::uintptr_t pc) {
  announce({.kind = kernel::OperationKind::fence, .order = as_byte(order), .pc = pc});
  EventId id = replay();
  if (id == kNoEvent) {
    id = add_plain_event(EventKind::fence, order, pc);
    current_graph().settle(id);
  } else {
    expect(current_graph().at(id), EventKind::fence, kNoLocation, pc);
  }
  performed(id);
  follow(id);
  trace_done(0);
}

kernel::FiberId create(std::uintptr_t pc) {
  announce({.kind = kernel::OperationKind::create, .pc = pc});
  Graph& graph = current_graph();
  EventId id = replay();
  if (id == kNoEvent) {
    std::uint32_t child = 1;
    while (child < graph.lanes() && graph.thread(child).created_by != kNoEvent) ++child;
    if (child == graph.lanes()) restart_wider();
    id = add_plain_event(EventKind::create, Order::release, pc);
    graph.at(id).partner = static_cast<std::uint16_t>(child);
    graph.settle(id);
  } else {
    expect(graph.at(id), EventKind::create, kNoLocation, pc);
  }
  performed(id);
  follow(id);
  trace_done(graph.at(id).partner);
  return graph.at(id).partner;
}

void created(kernel::FiberId thread) {
  Graph& graph = current_graph();
  const EventId id = graph.thread(thread).created_by;
  kernel::Fiber& child = kernel::fiber(thread);
  widen_into(child.clock, graph.before(id), graph.lanes());
  child.tick = 1;
  memory::set(child.clock, thread, child.tick);
  thread_begins(thread);
}

void join(kernel::FiberId thread, std::uintptr_t pc) {
  announce({.kind = kernel::OperationKind::join, .pc = pc});
  Graph& graph = current_graph();
  EventId id = replay();
  wait_for_end(thread);
  if (id == kNoEvent) {
    id = add_plain_event(EventKind::join, Order::acquire, pc);
    graph.at(id).partner = thread;
    graph.settle(id);
  } else {
    expect(graph.at(id), EventKind::join, kNoLocation, pc);
  }
  performed(id);
  follow(id);
  trace_done(thread);
}

std::uint64_t choose(std::uint64_t count) {
  if (count == 1) return 0;
  Graph& graph = current_graph();
  EventId id = replay();
  if (id == kNoEvent) {
    id = add_plain_event(EventKind::choice, Order::relaxed, 0);
    graph.at(id).operand = count;
    for (std::uint64_t other = count - 1; other > 0; --other) {
      plan({.kind = Item::Kind::choose_other, .event = id, .other = static_cast<EventId>(other)});
    }
  } else {
    expect(graph.at(id), EventKind::choice, kNoLocation, 0);
    if (graph.at(id).operand != count) nondeterministic(graph.at(id), "among other options", 0);
  }
  performed(id);
  follow(id);
  return graph.at(id).value;
}

void assume_failed() { stop_thread(); }

}  // namespace tidemark::sim::graph
