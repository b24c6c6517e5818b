// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/revisit.hpp"

#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/graph/spin.hpp"

namespace tidemark::sim::graph {

namespace {

// Whether `id` stands as it would have been added to the events before it and the causes of
// `write`: a read reads the last write in modification order there; a write is the last one, and
// nothing older reads it.
bool is_maximal(Graph& graph, EventId id, EventId write) {
  const Event& event = graph.at(id);
  if (event.kind == EventKind::choice) return event.value == 0;
  if (!event.is_access() || event.action == Action::woken) return true;
  if (event.action == Action::notify_one && event.kind == EventKind::read && event.expected != 0) {
    return false;
  }
  const Tick* causes = graph.causes(write);
  const auto stays = [&](EventId other) {
    return other < id || graph.covers(causes, graph.at(other));
  };
  std::uint32_t place = 0;
  if (event.kind == EventKind::write) {
    if ((event.flags & Event::kAnchored) != 0) return false;
    for (EventId reader = event.first_reader; reader != kNoEvent;
         reader = graph.at(reader).next_reader) {
      if (reader < id) return false;
    }
    place = event.position + 1;
  } else {
    if (event.source != kInitial && event.source > id && !stays(event.source)) return false;
    place = graph.place_of(event.source);
  }
  const std::uint32_t writes = graph.writes(event.location);
  for (std::uint32_t p = place + 1; p <= writes; ++p) {
    const EventId later = graph.write_at(event.location, p);
    if (later != write && later != id && stays(later)) return false;
  }
  return true;
}

// The same for a read that was taken out and stands, until its retry, for one of the write it was
// taken out by. `id` is where it would be.
bool absent_read_is_maximal(Graph& graph, const ThreadEvents& thread, std::uint32_t t,
                            EventId write) {
  const Tick* causes = graph.causes(write);
  if (thread.floor_excludes || causes[t] > thread.floor_index) return true;
  const Event& floor = graph.at(thread.floor);
  if (!graph.covers(causes, floor)) return false;
  for (std::uint32_t place = graph.writes(floor.location); place > 0; --place) {
    const EventId other = graph.write_at(floor.location, place);
    if (other == write) continue;
    if (other < thread.floor_at || graph.covers(causes, graph.at(other))) {
      return leads_nowhere(thread.floor_state, graph.at(other).value);
    }
  }
  return true;
}

bool absent_reads_are_maximal(Graph& graph, EventId at, EventId write) {
  for (std::uint32_t t = 0; t < graph.lanes(); ++t) {
    const ThreadEvents& thread = graph.thread(t);
    if (thread.floor == kNoEvent || thread.floor_at != at) continue;
    if (!absent_read_is_maximal(graph, thread, t, write)) return false;
  }
  return true;
}

bool has_floors(const Graph& graph) {
  for (std::uint32_t t = 0; t < graph.lanes(); ++t) {
    if (graph.thread(t).floor != kNoEvent && !graph.thread(t).floor_excludes) return true;
  }
  return false;
}

}  // namespace

void plan_revisits(Graph& graph, EventId write, EventId rival) {
  const LocationId location = graph.at(write).location;
  const EventId lowest = graph.first_read(location);
  if (lowest == kNoEvent) return;
  const Tick* causes = graph.causes(write);
  // A rival that caused the write stays whatever is revisited, and so does the conflict.
  if (rival != kNoEvent && graph.covers(causes, graph.at(rival))) return;
  const bool floors = has_floors(graph);
  for (EventId id = write; id-- > lowest;) {
    const Event& event = graph.at(id);
    if (floors && !absent_reads_are_maximal(graph, id + 1, write)) return;
    if (graph.covers(causes, event)) continue;
    if (!is_maximal(graph, id, write)) return;
    if (event.kind == EventKind::read && event.location == location &&
        (event.flags & Event::kStable) == 0 && (rival == kNoEvent || id <= rival)) {
      plan({.kind = Item::Kind::revisit, .event = write, .read = id});
    }
  }
}

}  // namespace tidemark::sim::graph
