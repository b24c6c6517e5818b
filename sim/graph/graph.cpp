// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/graph.hpp"

#include "tidemark/sim/graph/storage.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/memory/atomic.hpp"

namespace tidemark::sim::graph {

namespace {

using memory::Order;

constexpr std::size_t kIdsMax = 8 * kEventsMax;

bool acquires(const Event& event) { return memory::acquires(static_cast<Order>(event.order)); }
bool releases(const Event& event) { return memory::releases(static_cast<Order>(event.order)); }
bool is_seq_cst(const Event& event) { return static_cast<Order>(event.order) == Order::seq_cst; }

}  // namespace

Location* locations = nullptr;

void too_large(const char* what) {
  kernel::failure_message().text("a proof has no room for so many ").text(what);
  kernel::end_execution(kernel::Category::unsupported, "");
}

void Graph::reserve() {
  events_ = graph::reserve<Event>(kEventsMax);
  clocks_ = graph::reserve<Tick>(kEventsMax * 3 * kThreadsMax);
  rows_ = graph::reserve<Row>(kLocationsMax);
  ids_ = graph::reserve<EventId>(kIdsMax);
}

void Graph::clear(std::uint32_t lanes) {
  size_ = 0;
  lanes_ = lanes;
  locations_ = ids_used_ = seq_cst_events_ = mixed_events_ = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) threads_[i] = ThreadEvents{};
}

Graph::Row& Graph::need_row(LocationId location) {
  for (; locations_ <= location; ++locations_) rows_[locations_] = Row{};
  return rows_[location];
}

void Graph::grow(Row& row) {
  const std::uint32_t capacity = row.capacity == 0 ? 4 : 2 * row.capacity;
  if (ids_used_ + capacity > kIdsMax) too_large("writes");
  for (std::uint32_t i = 0; i < row.count; ++i) ids_[ids_used_ + i] = ids_[row.begin + i];
  row.begin = ids_used_;
  row.capacity = capacity;
  ids_used_ += capacity;
}

// Which SC axiom a graph needs depends on what kinds of events it has.
void Graph::count(const Event& event, std::int32_t by) {
  if (event.kind == EventKind::fence || (event.is_access() && !is_seq_cst(event))) {
    mixed_events_ += static_cast<std::uint32_t>(by);
  }
  if ((event.kind == EventKind::fence || event.is_access()) && is_seq_cst(event)) {
    seq_cst_events_ += static_cast<std::uint32_t>(by);
  }
}

void Graph::begin_clocks(EventId id) {
  const Event& event = events_[id];
  const EventId base =
      event.previous != kNoEvent ? event.previous : threads_[event.thread].created_by;
  if (base != kNoEvent) {
    assign(before(id), before(base), 2 * lanes_);  // both clocks: they lie together
  } else {
    graph::clear(before(id), 2 * lanes_);
  }
  before(id)[event.thread] = causes(id)[event.thread] = static_cast<Tick>(event.index + 1);
}

EventId Graph::add(std::uint32_t thread, EventKind kind, std::uint8_t order, LocationId location) {
  if (size_ == kEventsMax) too_large("events");
  const EventId id = size_++;
  Event& event = events_[id];
  ThreadEvents& owner = threads_[thread];
  event = Event{};
  event.thread = static_cast<std::uint16_t>(thread);
  event.kind = kind;
  event.order = order;
  event.location = location;
  event.index = owner.count++;
  event.previous = owner.last;
  if (owner.last == kNoEvent) {
    owner.first = id;
  } else {
    events_[owner.last].next = id;
    event.release_fence = events_[owner.last].release_fence;
  }
  owner.last = id;
  begin_clocks(id);
  count(event, 1);
  if (kind == EventKind::read) {
    Row& row = need_row(location);
    if (row.first_read == kNoEvent || row.first_read > id) row.first_read = id;
  } else if (kind == EventKind::write) {
    need_row(location);
  }
  return id;
}

void Graph::link_reader(EventId read) {
  Event& event = events_[read];
  EventId& first = event.source == kInitial ? rows_[event.location].initial_reader
                                            : events_[event.source].first_reader;
  event.previous_reader = kNoEvent;
  event.next_reader = first;
  if (first != kNoEvent) events_[first].previous_reader = read;
  first = read;
}

void Graph::unlink_reader(EventId read) {
  Event& event = events_[read];
  if (event.next_reader != kNoEvent) {
    events_[event.next_reader].previous_reader = event.previous_reader;
  }
  if (event.previous_reader != kNoEvent) {
    events_[event.previous_reader].next_reader = event.next_reader;
    return;
  }
  EventId& first = event.source == kInitial ? rows_[event.location].initial_reader
                                            : events_[event.source].first_reader;
  if (first == read) first = event.next_reader;
}

void Graph::cut(EventId last) {
  const EventId keep = last == kNoEvent ? 0 : last + 1;
  while (size_ > keep) {
    const EventId id = size_ - 1;
    Event& event = events_[id];
    if (event.kind == EventKind::read) {
      unlink_reader(id);
    } else if (event.kind == EventKind::write) {
      remove(id);
    } else if (event.kind == EventKind::create) {
      threads_[event.partner].created_by = kNoEvent;
    }
    count(event, -1);
    ThreadEvents& owner = threads_[event.thread];
    owner.last = event.previous;
    --owner.count;
    if (owner.last == kNoEvent) {
      owner.first = kNoEvent;
    } else {
      events_[owner.last].next = kNoEvent;
    }
    --size_;
  }
}

std::uint64_t Graph::value_of(LocationId location, EventId write) const {
  return write == kInitial ? locations[location].initial : events_[write].value;
}

void Graph::set_source(EventId read, EventId write) {
  Event& event = events_[read];
  unlink_reader(read);
  event.source = write;
  link_reader(read);
  event.value = value_of(event.location, write);
  const Effect effect = effect_of(event, event.value);
  count(event, -1);
  event.order = effect.writes ? event.success : event.failure;
  count(event, 1);
  event.flags = static_cast<std::uint8_t>(
      effect.writes ? event.flags | Event::kReadModifyWrite
                    : event.flags & ~std::uint8_t{Event::kReadModifyWrite});
  begin_clocks(read);
  if (write == kInitial) return;
  join(causes(read), causes(write), lanes_);
  if (!acquires(event)) return;
  EventId from = write;
  if (event.action == Action::lock_shared || event.action == Action::try_lock_shared) {
    // A reader comes after the last writer, not after the readers since.
    while (from != kInitial && events_[from].modifies()) {
      from = events_[events_[from].previous].source;
    }
  }
  if (from != kInitial) join(before(read), released(from), lanes_);
}

void Graph::reorder(EventId id, std::uint8_t order) {
  Event& event = events_[id];
  count(event, -1);
  event.order = event.success = order;
  // A load may not release, nor may what fails.
  event.failure = static_cast<Order>(order) == Order::acq_rel
                      ? static_cast<std::uint8_t>(Order::acquire)
                      : order;
  count(event, 1);
}

void Graph::settle(EventId id) {
  Event& event = events_[id];
  if (event.kind == EventKind::create) {
    threads_[event.partner].created_by = id;
  } else if (event.kind == EventKind::join) {
    // What the other thread does after its last event comes before as well: one more than it has.
    const ThreadEvents& other = threads_[event.partner];
    const EventId last = other.last != kNoEvent ? other.last : other.created_by;
    join(before(id), before(last), 2 * lanes_);
    before(id)[event.partner] = static_cast<Tick>(other.count + 1);
    causes(id)[event.partner] = static_cast<Tick>(other.count);
  } else if (event.kind == EventKind::fence) {
    if (acquires(event)) {
      for (EventId at = event.previous; at != kNoEvent; at = events_[at].previous) {
        const Event& earlier = events_[at];
        if (earlier.kind == EventKind::fence && acquires(earlier)) break;
        if (earlier.kind == EventKind::read && earlier.source != kInitial) {
          join(before(id), released(earlier.source), lanes_);
        }
      }
    }
    if (releases(event)) event.release_fence = id;
  }
}

void Graph::set_released(EventId write, EventId source) {
  const Event& event = events_[write];
  if (releases(event)) {
    assign(released(write), before(write), lanes_);
  } else if (event.release_fence != kNoEvent) {
    assign(released(write), before(event.release_fence), lanes_);
  } else {
    graph::clear(released(write), lanes_);
  }
  if (source != kInitial) join(released(write), released(source), lanes_);
}

void Graph::insert(EventId write, std::uint32_t position) {
  Row& row = rows_[events_[write].location];
  if (row.count == row.capacity) grow(row);
  EventId* order = ids_ + row.begin;
  for (std::uint32_t i = row.count++; i > position; --i) {
    order[i] = order[i - 1];
    events_[order[i]].position = i;
  }
  order[position] = write;
  events_[write].position = position;
}

void Graph::remove(EventId write) {
  Row& row = rows_[events_[write].location];
  EventId* order = ids_ + row.begin;
  --row.count;
  for (std::uint32_t i = events_[write].position; i < row.count; ++i) {
    order[i] = order[i + 1];
    events_[order[i]].position = i;
  }
}

}  // namespace tidemark::sim::graph
