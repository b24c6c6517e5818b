// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/coherence.hpp"

#include "tidemark/sim/graph/revisit.hpp"

namespace tidemark::sim::graph {

std::uint32_t lowest_place(Graph& graph, LocationId location, const Tick* clock, EventId self) {
  for (std::uint32_t place = graph.writes(location);; --place) {
    const EventId write = graph.write_at(location, place);
    if (place > 0 && write != self && graph.covers(clock, graph.at(write))) return place;
    if (place == 0) return 0;
    for (EventId reader = graph.first_reader(location, write); reader != kNoEvent;
         reader = graph.at(reader).next_reader) {
      if (reader != self && graph.covers(clock, graph.at(reader))) return place;
    }
  }
}

bool splits_update(Graph& graph, LocationId location, std::uint32_t position) {
  if (position >= graph.writes(location)) return false;
  const Event& after = graph.at(graph.write_at(location, position + 1));
  if (!after.modifies()) return false;
  return graph.place_of(graph.at(after.previous).source) == position;
}

EventId rival_of(Graph& graph, LocationId location, EventId write, EventId self) {
  for (EventId reader = graph.first_reader(location, write); reader != kNoEvent;
       reader = graph.at(reader).next_reader) {
    if (reader != self && graph.at(reader).modifies()) return reader;
  }
  return kNoEvent;
}

bool complete_update(Graph& graph, EventId read) {
  const Event& half = graph.at(read);
  const EventId rival = rival_of(graph, half.location, half.source, read);
  const EventId write = graph.add(half.thread, EventKind::write, half.order, half.location);
  Event& made = graph.at(write);
  made.flags = Event::kReadModifyWrite;
  made.action = half.action;
  made.width = half.width;
  made.pc = half.pc;
  made.value = effect_of(half, half.value).written;
  graph.set_released(write, half.source);
  graph.insert(write, graph.place_of(half.source));
  plan_revisits(graph, write, rival);
  return rival == kNoEvent;
}

}  // namespace tidemark::sim::graph
