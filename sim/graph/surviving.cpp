// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/graph.hpp"

namespace tidemark::sim::graph {

void Graph::copy_surviving(Graph& from, EventId read, EventId write, bool without_read,
                           EventId* new_id) {
  clear(from.lanes_);
  const Tick* kept = from.causes(write);
  for (EventId id = 0; id <= write; ++id) {
    const Event& old = from.events_[id];
    const bool causes_it = from.covers(kept, old);
    new_id[id] = kNoEvent;
    if ((id > read && !causes_it) || (id == read && without_read)) continue;
    const EventId made = size_++;
    new_id[id] = made;
    Event& event = events_[made];
    event = old;
    ThreadEvents& owner = threads_[event.thread];
    event.next = event.first_reader = event.next_reader = event.previous_reader = kNoEvent;
    event.previous = owner.last;
    if (owner.last == kNoEvent) {
      owner.first = made;
    } else {
      events_[owner.last].next = made;
    }
    owner.last = made;
    ++owner.count;
    if (event.release_fence != kNoEvent) event.release_fence = new_id[event.release_fence];
    if (event.kind == EventKind::create) threads_[event.partner].created_by = made;
    if (causes_it && event.kind == EventKind::read) event.flags |= Event::kStable;
    assign(before(made), from.before(id), 3 * lanes_);
    count(event, 1);
    if (event.kind == EventKind::read) {
      Row& row = need_row(event.location);
      if (row.first_read == kNoEvent) row.first_read = made;
    }
  }
  for (EventId id = 0; id < size_; ++id) {
    Event& event = events_[id];
    if (event.kind != EventKind::read) continue;
    // A read that reads what is deleted is about to be revisited: it is the read itself.
    if (event.source != kInitial) event.source = new_id[event.source];
    link_reader(id);
  }
  for (LocationId location = 0; location < from.locations_; ++location) {
    const Row& old = from.rows_[location];
    Row& row = need_row(location);
    for (std::uint32_t i = 0; i < old.count; ++i) {
      const EventId id = from.ids_[old.begin + i];
      if (new_id[id] == kNoEvent || (id == write && !from.events_[id].modifies())) continue;
      if (row.count == row.capacity) grow(row);
      ids_[row.begin + row.count] = new_id[id];
      events_[new_id[id]].position = row.count++;
    }
  }
}

}  // namespace tidemark::sim::graph
