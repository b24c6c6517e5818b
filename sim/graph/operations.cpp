// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/operations.hpp"

#include "tidemark/sim/graph/coherence.hpp"
#include "tidemark/sim/graph/revisit.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/graph/spin.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/tracing.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::graph {

namespace {

using kernel::state;
using memory::Object;
using memory::Order;

std::uint8_t as_byte(Order order) { return static_cast<std::uint8_t>(order); }
std::uint32_t me() { return state.fiber; }

// A clock of the graph as one of the race detector's, which has wider components.
void widen_into(memory::Clock& into, const Tick* from, std::uint32_t lanes) {
  static_assert(memory::kChunk == kLaneWidth);
  into.chunks = lanes / kLaneWidth;
  auto* wide = reinterpret_cast<memory::Lane*>(into.ticks());
  const auto* narrow = reinterpret_cast<const Lanes*>(from);
  for (std::uint32_t i = 0; i < into.chunks; ++i) {
    wide[i] = __builtin_convertvector(narrow[i], memory::Lane);
  }
}

// The race detector orders plain accesses by the clock of the thread's last event. A plain access
// belongs to the event after it: that has to come before another access for both to be ordered.
void follow(EventId id) {
  Graph& graph = current_graph();
  kernel::Fiber& self = *state.current;
  widen_into(self.clock, graph.before(id), graph.lanes());
  memory::Tick* ticks = self.clock.ticks();
  state.tick = self.tick = graph.at(id).index + 2;
  ticks[self.id] = self.tick;
}

// What the thread is about to do, for reports: of a failure, and of the run when it is traced. What
// the step before has changed is looked at first, as everywhere between two steps.
void announce(const kernel::Operation& operation) {
  kernel::check_touched();
  kernel::Fiber& self = *state.current;
  self.pending = operation;
  if (state.trace != nullptr) kernel::capture_stack(self);
}

// It is done. The step is shown as done now, with the value it gave.
void trace_done(std::uint64_t value) {
  const bool preempts = note_turn();
  ++kernel::counters.steps;
  if (preempts) ++kernel::counters.preemptions;
  if (state.trace == nullptr) return;
  kernel::trace_step(*state.current, kernel::counters.steps - 1, preempts);
  kernel::trace_value(value);
}

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

// Plain memory shows the last write in modification order of those that have been done.
void show(Object& object, EventId id) {
  const Graph& graph = current_graph();
  const Event& write = graph.at(id);
  if (object.shown != kNoEvent && graph.at(object.shown).position > write.position) return;
  object.shown = id;
  if (object.kind != memory::ObjectKind::atomic) return;
  __builtin_memcpy(reinterpret_cast<void*>(object.address), &write.value, write.width);
}

void expect(const Event& event, EventKind kind, LocationId location, std::uintptr_t pc) {
  if (event.kind != kind) nondeterministic(event, "another kind of operation", pc);
  if (event.location != location) nondeterministic(event, "on another object", pc);
}

void perform_write(Object& object, EventId id) {
  performed(id);
  show(object, id);
}

bool passes_floor(EventId write, EventId floor) {
  return floor == kNoEvent || (write != kInitial && write > floor);
}

bool any_passes_floor(const Graph& graph, LocationId location, EventId floor) {
  for (std::uint32_t place = 1; place <= graph.writes(location); ++place) {
    if (passes_floor(graph.write_at(location, place), floor)) return true;
  }
  return false;
}

void plan_sources(Graph& graph, EventId id, EventId taken, EventId floor) {
  const Event& event = graph.at(id);
  const LocationId location = event.location;
  const std::uint32_t writes = graph.writes(location);
  for (std::uint32_t place = lowest_place(graph, location, graph.before(id), id); place <= writes;
       ++place) {
    const EventId source = graph.write_at(location, place);
    if (source == taken || !passes_floor(source, floor)) continue;
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
  EventId floor = kNoEvent;
  bool stuck = false;
  for (bool forced = false;;) {
    const ThreadEvents& mine = graph.thread(me());
    newest = graph.newest(location);
    floor = mine.floor_index == mine.count ? mine.floor : EventId{kNoEvent};
    const bool waits =
        request.guard.waits() ||
        (is_guarded(request.action) && effect_of(probe, graph.value_of(location, newest)).waits);
    stuck = waits || !passes_floor(newest, floor);
    if (forced && !any_passes_floor(graph, location, floor) && floor != kNoEvent) stop_thread();
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
  plan_sources(graph, id, newest, floor);
  graph.set_source(id, newest);
  plan_waiters(graph, id);
  performed(id);
  if (stuck) {
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

// An atomic access against the plain ones. It comes before what the thread does next.
void check_race(Object& object, bool writes, EventId id, std::uintptr_t pc) {
  if (object.kind != memory::ObjectKind::atomic || state.ignores_accesses) return;
  const std::uint32_t index = current_graph().at(id).index;
  state.tick = index + 1;
  memory::check_atomic(object, writes, pc);
  state.tick = index + 2;
}

std::uint64_t value_in_memory(const Object& object) {
  std::uint64_t value = 0;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(object.address), object.size);
  return value;
}

// What memory held when the location was first touched, or holds by the last write done.
std::uint64_t value_shown(const Object& object) {
  return object.shown != kNoEvent ? current_graph().at(object.shown).value
                                  : locations[object.location].initial;
}

[[noreturn]] void refuse_sizes(std::uintptr_t pc) {
  kernel::failure().where[0] = pc;
  kernel::failure().places = 1;
  kernel::end_execution(kernel::Category::unsupported,
                        "atomic accesses of different sizes overlap: a proof cannot carry that");
}

LocationId locate(Object& object) {
  if (object.location == kNoLocation) {
    std::uint64_t initial = 0;
    if (object.kind == memory::ObjectKind::atomic) {
      initial = value_in_memory(object);
    } else if (object.kind == memory::ObjectKind::semaphore) {
      initial = object.count;
    }
    object.location = location_of(object, initial);
  }
  return object.location;
}

}  // namespace

Object& atomic_at(std::uintptr_t address, std::size_t width, std::uintptr_t pc) {
  constexpr auto kind = memory::ObjectKind::atomic;
  Object* found = &memory::object_at(address, kind);
  if (found->size == 0) {
    found->size = static_cast<std::uint8_t>(width);
    found->made_at = pc;
    const std::uint8_t mask = memory::mask_of(*found);
    for (const Object* other = found->next; other != nullptr; other = other->next) {
      if (other->kind == kind && (memory::mask_of(*other) & mask) != 0) refuse_sizes(pc);
    }
  }
  if (found->size != width || width > sizeof(std::uint64_t)) refuse_sizes(pc);
  if (found->location != kNoLocation && value_in_memory(*found) != value_shown(*found)) {
    // Code that is not instrumented has written it: another object begins.
    memory::forget_object(address, kind);
    return atomic_at(address, width, pc);
  }
  return *found;
}

Object& world_object() {
  Object* made = memory::object_of(1);
  if (made != nullptr) return *made;
  made = &memory::make_object("the world");
  made->size = sizeof(std::uint64_t);
  return *made;
}

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
    if (request.guard.waits()) stop_at(id, request.guard);
    if (request.guard.ready != nullptr && !event.modifies()) end_pruned();
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
