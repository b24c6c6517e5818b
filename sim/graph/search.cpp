// SPDX-License-Identifier: MIT
// The loop of the search: a stack of graphs, one a backward revisit, each with the changes that are
// still to be explored.
#include "tidemark/sim/graph/search.hpp"

#include "tidemark/sim/graph/coherence.hpp"
#include "tidemark/sim/graph/consistency.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/graph/seen_graphs.hpp"
#include "tidemark/sim/graph/spin.hpp"
#include "tidemark/sim/graph/storage.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/panic.hpp"

namespace tidemark::sim::graph {

namespace {

constexpr std::size_t kLevelsMax = 4096;
constexpr std::uint64_t kPatienceAtFirst = 64;
constexpr std::size_t kItemsMax = std::size_t{1} << 20;

struct Level {
  Graph graph;
  Item* items = nullptr;
  std::size_t items_used = 0;
  std::size_t items_planned = 0;  // ever
};

Level* levels = nullptr;
std::size_t depth = 0;     // levels in use
std::size_t reserved = 0;  // levels that have memory
EventId* new_ids = nullptr;
std::uint32_t lanes = kLanesAtFirst;
std::uint64_t runs_since = 0;  // the search began
std::uint64_t patience = kPatienceAtFirst;
bool first_run = false;
bool pruned = false;
bool again = false;  // the search starts anew
Counters the_counters;
std::size_t taken_at = 0;
std::uint32_t starts = 0;

Level& top() { return levels[depth - 1]; }

Level& push_level() {
  if (depth == kLevelsMax) kernel::panic("more revisits within revisits than graphs");
  if (depth == reserved) {
    levels[reserved].graph.reserve();
    levels[reserved].items = reserve<Item>(kItemsMax);
    ++reserved;
  }
  Level& level = levels[depth++];
  level.items_used = level.items_planned = 0;
  graph_at_hand = &level.graph;
  if (depth > the_counters.depth_max) the_counters.depth_max = depth;
  return level;
}

void pop_level() {
  --depth;
  graph_at_hand = depth == 0 ? nullptr : &top().graph;
}

// A read half without its write half is completed before anything else.
bool completed(Graph& graph, EventId read) {
  if (read == kNoEvent) return true;
  const Event& event = graph.at(read);
  if (event.kind != EventKind::read || !event.modifies() || event.next != kNoEvent) return true;
  return complete_update(graph, read);
}

bool read_other(Graph& graph, const Item& item) {
  graph.cut(item.event);
  graph.set_source(item.event, item.other);
  if (!is_sc_consistent(graph)) return false;
  plan_waiters(graph, item.event);
  return completed(graph, item.event);
}

bool place_other(Graph& graph, const Item& item) {
  graph.cut(item.event);
  graph.remove(item.event);
  graph.insert(item.event, item.other);
  return is_sc_consistent(graph) && completed(graph, item.read);
}

// The notification stands as it does, and so does what it reads.
bool wake_other(Graph& graph, const Item& item) {
  const EventId source = graph.at(item.event).source;
  graph.cut(source != kInitial && source > item.event ? source : item.event);
  graph.at(item.event).expected = item.other;
  return completed(graph, item.event);
}

bool choose_other(Graph& graph, const Item& item) {
  graph.cut(item.event);
  graph.at(item.event).value = item.other;
  return true;
}

// A read that would wait for what the write leaves is taken out, to be tried again.
bool would_wait(const Event& read, std::uint64_t value) {
  return (is_guarded(read.action) && effect_of(read, value).waits) ||
         leads_nowhere(read.state, value);
}

void carry_floors(const Graph& from, Graph& to, EventId read) {
  for (std::uint32_t t = 0; t < from.lanes(); ++t) {
    const ThreadEvents& old = from.thread(t);
    ThreadEvents& carried = to.thread(t);
    if (old.floor == kNoEvent || new_ids[old.floor] == kNoEvent) continue;
    if (old.floor_excludes) {
      if (carried.count < old.floor_index || from.at(read).thread == t) continue;
    } else if (read < old.floor_at) {
      continue;
    }
    carried.floor = new_ids[old.floor];
    carried.floor_index = old.floor_index;
    carried.floor_state = old.floor_state;
    carried.floor_excludes = old.floor_excludes;
    carried.floor_at = 0;
    for (EventId id = 0; id < old.floor_at && id < from.size(); ++id) {
      if (new_ids[id] != kNoEvent) ++carried.floor_at;
    }
  }
}

bool revisit(Graph& from, const Item& item) {
  from.cut(item.event);
  ++the_counters.revisits;
  const Event& write = from.at(item.event);
  const Event& read = from.at(item.read);
  const bool without_read = would_wait(read, write.value);
  const bool update = write.modifies();
  Graph& graph = push_level().graph;
  graph.copy_surviving(from, item.read, item.event, without_read, new_ids);
  carry_floors(from, graph, item.read);
  const EventId made = new_ids[item.event];
  const EventId revisited = without_read ? kNoEvent : new_ids[item.read];
  const LocationId location = write.location;
  if (without_read) {
    ThreadEvents& waiting = graph.thread(read.thread);
    waiting.floor = made;
    waiting.floor_index = read.index;
    waiting.floor_at = item.read;
    waiting.floor_state = read.state;
    waiting.floor_excludes = is_guarded(read.action) || read.action == Action::compare_exchange;
    graph.at(made).flags |= Event::kAnchored;
  }
  // What the read may not go below, the write may not be put below either.
  std::uint32_t lowest = 0;
  if (revisited != kNoEvent) {
    const Event& reader = graph.at(revisited);
    const EventId base =
        reader.previous != kNoEvent ? reader.previous : graph.thread(reader.thread).created_by;
    if (base != kNoEvent) {
      lowest = lowest_place(graph, location, graph.before(base), revisited);
    }
  }
  if (update) {
    if (revisited != kNoEvent && graph.place_of(made) < lowest) {
      pop_level();
      return false;
    }
  } else {
    const std::uint32_t own = lowest_place(graph, location, graph.before(made), made);
    if (revisited != kNoEvent) graph.set_source(revisited, kInitial);
    for (std::uint32_t at = own > lowest ? own : lowest; at < graph.writes(location); ++at) {
      if (splits_update(graph, location, at)) continue;
      plan({.kind = Item::Kind::place_other, .event = made, .other = at, .read = revisited});
    }
    graph.insert(made, graph.writes(location));
  }
  if (revisited != kNoEvent) {
    graph.at(revisited).expected =
        from.at(item.read).action == Action::notify_one ? 0 : graph.at(revisited).expected;
    graph.set_source(revisited, made);
  }
  if (!is_sc_consistent(graph)) return false;
  if (revisited != kNoEvent) plan_waiters(graph, revisited);
  return completed(graph, revisited);
}

bool apply(const Item& item) {
  Graph& graph = top().graph;
  switch (item.kind) {
    case Item::Kind::read_other: return read_other(graph, item);
    case Item::Kind::place_other: return place_other(graph, item);
    case Item::Kind::wake_other: return wake_other(graph, item);
    case Item::Kind::choose_other: return choose_other(graph, item);
    case Item::Kind::revisit: return revisit(graph, item);
  }
  return false;
}

void restart() {
  depth = 0;
  forget_locations();
  forget_names();
  forget_seen_graphs();
  push_level().graph.clear(lanes);
  first_run = true;
  runs_since = 0;
  pruned = again = false;
  the_counters = Counters{};
  taken_at = 0;
  ++starts;
}

}  // namespace

Graph* graph_at_hand = nullptr;

void plan_waiters(Graph& graph, EventId read) {
  Event& event = graph.at(read);
  if (event.action != Action::notify_one) return;
  event.expected = 0;
  for (int other = __builtin_popcountll(event.value) - 1; other > 0; --other) {
    plan({.kind = Item::Kind::wake_other, .event = read, .other = static_cast<EventId>(other)});
  }
}

void plan(const Item& item) {
  Level& level = top();
  if (level.items_used == kItemsMax) kernel::panic("more plans at one graph than there is room");
  level.items[level.items_used++] = item;
  ++level.items_planned;
}

void end_pruned() {
  pruned = true;
  kernel::end_execution(kernel::Category::none, "");
}

void restart_wider() {
  if (lanes == kThreadsMax) too_large("threads");
  lanes *= 2;
  restart_search();
}

void restart_search() {
  again = true;
  kernel::end_execution(kernel::Category::none, "");
}

void begin(const Options& options) {
  if (levels == nullptr) {
    levels = reserve<Level>(kLevelsMax);
    new_ids = reserve<EventId>(kEventsMax);
  }
  lanes = kLanesAtFirst;
  patience = kPatienceAtFirst;
  parks_loops = options.park_loops;
  forget_loops();
  starts = 0;
  restart();
}

bool next() {
  if (again) restart();
  // Knowing more makes the rest smaller: it is not worth going far before it is used.
  if (++runs_since == patience && use_failures()) {
    patience *= 2;
    restart();
  } else if (runs_since == patience) {
    patience *= 2;
  }
  pruned = false;
  if (first_run) {
    first_run = false;
    return true;
  }
  while (depth > 0) {
    Level& level = top();
    if (level.items_used == 0) {
      pop_level();
      continue;
    }
    const Item item = level.items[--level.items_used];
    taken_at = work().left;
    if (apply(item)) return true;
    ++the_counters.inconsistent;
  }
  // What was learnt on the way holds from the beginning of another search.
  if (!use_failures()) return false;
  restart();
  return next();
}

RunEnd ended() {
  if (again) return RunEnd::pruned;
  if (pruned) {
    ++the_counters.pruned;
    return RunEnd::pruned;
  }
  if (kernel::failure().category == kernel::Category::none && some_thread_waits()) {
    ++the_counters.blocked;
    return RunEnd::blocked;
  }
  if (kernel::failure().category == kernel::Category::none && has_parked() &&
      is_seen_again(*graph_at_hand)) {
    ++the_counters.blocked;
    return RunEnd::blocked;
  }
  ++the_counters.executions;
  return RunEnd::complete;
}

double fraction_done() {
  double done = 0;
  double share = 1;
  for (std::size_t i = 0; i < depth; ++i) {
    const auto ways = static_cast<double>(levels[i].items_planned + 1);
    done += share * static_cast<double>(levels[i].items_planned - levels[i].items_used) / ways;
    share /= ways;
  }
  return done;
}

const Counters& counters() { return the_counters; }

Work work() {
  std::size_t left = 0;
  for (std::size_t i = 0; i < depth; ++i) left += levels[i].items_used;
  return {left, taken_at, starts};
}

std::size_t events(EventView* out, std::size_t capacity) {
  if (depth == 0) return 0;
  const Graph& graph = top().graph;
  for (EventId id = 0; id < graph.size() && id < capacity; ++id) {
    const Event& event = graph.at(id);
    EventView& view = out[id];
    view = EventView{};
    view.thread = event.thread;
    view.index = event.index;
    view.kind = event.kind;
    view.order = event.order;
    view.read_modify_write = event.modifies();
    view.waits = event.kind == EventKind::read && !event.modifies() &&
                 (event.action == Action::await || would_wait(event, event.value));
    if (event.location != kNoLocation) view.address = locations[event.location].address;
    view.value = event.value;
    view.position = event.position;
    view.pc = kernel::complete_pc(event.pc);
    if (event.kind == EventKind::read && event.source != kInitial) {
      view.source_thread = graph.at(event.source).thread;
      view.source_index = graph.at(event.source).index;
    }
  }
  return graph.size();
}

}  // namespace tidemark::sim::graph
