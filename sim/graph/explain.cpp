// SPDX-License-Identifier: MIT
// Which memory orders would have forbidden an execution: tried out on its graph.
#include "tidemark/sim/graph/explain.hpp"

#include "tidemark/sim/graph/coherence.hpp"
#include "tidemark/sim/graph/consistency.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/graph/storage.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/memory/atomic.hpp"

namespace tidemark::sim::graph {

namespace {

using memory::Order;

constexpr auto kSeqCst = static_cast<std::uint8_t>(Order::seq_cst);

Graph rebuilt;
bool has_memory = false;
EventId* new_ids = nullptr;

bool is_atomic(const Event& event) {
  if (event.kind == EventKind::fence) return true;
  return event.is_access() &&
         locations[event.location].kind == static_cast<std::uint8_t>(memory::ObjectKind::atomic);
}

// The write half of a read-modify-write belongs to its read.
bool is_second_half(const Event& event) {
  return event.kind == EventKind::write && event.modifies();
}

void collect(const Graph& graph, Orders& orders) {
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.at(id);
    if (!is_atomic(event) || is_second_half(event) || event.pc == 0) continue;
    const std::uint8_t own = event.kind == EventKind::read ? event.success : event.order;
    if (Orders::Site* known = orders.find(event.pc)) {
      known->modifies = known->modifies || event.modifies();
    } else if (orders.count < Orders::kSitesMax) {
      orders.sites[orders.count++] = {event.pc, event.kind, event.modifies(), own, own};
    }
  }
}

// An order that is weaker than seq_cst and still synchronises.
std::uint8_t synchronising(const Orders::Site& site) {
  if (site.modifies || site.kind == EventKind::fence) {
    return static_cast<std::uint8_t>(Order::acq_rel);
  }
  return static_cast<std::uint8_t>(site.kind == EventKind::read ? Order::acquire : Order::release);
}

bool forbid(const Graph& graph, const Orders& orders) {
  rebuild(graph, orders, rebuilt);
  return is_forbidden(rebuilt);
}

// Keeps an order if the graph is forbidden with it all the same.
bool try_instead(const Graph& graph, Orders& orders, Orders::Site& site, std::uint8_t order) {
  const std::uint8_t before = site.instead;
  site.instead = order;
  if (forbid(graph, orders)) return true;
  site.instead = before;
  return false;
}

// Whether everything that has to come before an event has been taken.
bool is_ready(const Graph& graph, EventId id, const EventId* next) {
  const Event& event = graph.at(id);
  if (event.kind == EventKind::read) {
    return event.source == kInitial || new_ids[event.source] != kNoEvent;
  }
  if (event.kind == EventKind::join) return next[event.partner] == kNoEvent;
  return true;
}

void take(const Graph& from, EventId id, const Orders& orders, Graph& into) {
  const Event& old = from.at(id);
  const EventId made = into.add(old.thread, old.kind, old.order, old.location);
  new_ids[id] = made;
  Event& event = into.at(made);
  event.value = old.value;
  event.operand = old.operand;
  event.expected = old.expected;
  event.action = old.action;
  event.partner = old.partner;
  event.width = old.width;
  event.pc = old.pc;
  event.success = old.success;
  event.failure = old.failure;
  event.flags = old.flags;
  const Orders::Site* site = is_atomic(old) ? const_cast<Orders&>(orders).find(old.pc) : nullptr;
  if (site != nullptr && site->instead != site->own) into.reorder(made, site->instead);
  if (old.kind == EventKind::read) {
    into.set_source(made, old.source == kInitial ? kInitial : new_ids[old.source]);
  } else if (old.kind == EventKind::write) {
    const EventId read = event.previous;
    into.set_released(made, old.modifies() ? into.at(read).source : kInitial);
    std::uint32_t position = 0;
    for (std::uint32_t place = 1; place <= old.position; ++place) {
      if (new_ids[from.write_at(old.location, place)] != kNoEvent) ++position;
    }
    into.insert(made, position);
  } else {
    into.settle(made);
  }
}

}  // namespace

Orders::Site* Orders::find(std::uint32_t pc) {
  for (std::size_t i = 0; i < count; ++i) {
    if (sites[i].pc == pc) return &sites[i];
  }
  return nullptr;
}

void rebuild(const Graph& from, const Orders& orders, Graph& into) {
  if (new_ids == nullptr) new_ids = reserve<EventId>(kEventsMax);
  into.clear(from.lanes());
  for (EventId id = 0; id < from.size(); ++id) new_ids[id] = kNoEvent;
  EventId next[kThreadsMax];
  for (std::uint32_t t = 0; t < from.lanes(); ++t) next[t] = from.thread(t).first;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t t = 0; t < from.lanes(); ++t) {
      const EventId created_by = from.thread(t).created_by;
      if (created_by != kNoEvent && new_ids[created_by] == kNoEvent) continue;
      for (; next[t] != kNoEvent && is_ready(from, next[t], next);
           next[t] = from.at(next[t]).next) {
        take(from, next[t], orders, into);
        moved = true;
      }
    }
  }
}

bool is_forbidden(Graph& graph) {
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.at(id);
    if (!event.is_access()) continue;
    const std::uint32_t lowest = lowest_place(graph, event.location, graph.before(id), id);
    const std::uint32_t place =
        event.kind == EventKind::read ? graph.place_of(event.source) : event.position;
    if (lowest > place) return true;
  }
  return !is_sc_consistent(graph);
}

std::size_t explain(Strengthening* out, std::size_t capacity) {
  if (graph_at_hand == nullptr) return 0;
  if (!has_memory) rebuilt.reserve();
  has_memory = true;
  const Graph& graph = current_graph();
  static Orders orders;
  orders.count = 0;
  collect(graph, orders);
  for (std::size_t i = 0; i < orders.count; ++i) orders.sites[i].instead = kSeqCst;
  if (!forbid(graph, orders)) return 0;
  for (std::size_t i = 0; i < orders.count; ++i) {
    try_instead(graph, orders, orders.sites[i], orders.sites[i].own);
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < orders.count; ++i) {
    Orders::Site& site = orders.sites[i];
    if (site.instead == site.own) continue;
    try_instead(graph, orders, site, synchronising(site));
    if (found < capacity) out[found] = {kernel::complete_pc(site.pc), site.own, site.instead};
    ++found;
  }
  return found;
}

}  // namespace tidemark::sim::graph
