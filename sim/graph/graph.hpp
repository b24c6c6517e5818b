// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/graph/clock.hpp"
#include "tidemark/sim/graph/effect.hpp"
#include "tidemark/sim/graph/event.hpp"

namespace tidemark::sim::graph {

inline constexpr std::size_t kEventsMax = std::size_t{1} << 15;
inline constexpr std::size_t kLocationsMax = std::size_t{1} << 14;

/// A location as every graph of the search knows it. Threads have memory of their own, so an
/// address means the same in every run; a plain write over an atomic begins a new incarnation.
struct Location {
  std::uintptr_t address = 0;
  std::uint64_t initial = 0;
  std::uint32_t incarnation = 0;
  std::uint8_t kind = 0;  ///< memory::ObjectKind
  std::uint8_t width = 0;
};

/// The threads' side of a graph.
struct ThreadEvents {
  EventId first = kNoEvent;
  EventId last = kNoEvent;
  EventId created_by = kNoEvent;
  std::uint32_t count = 0;
  // A read of this thread was taken out by a write that would have made it wait. Its retry, as
  // event number `floor_index`, reads only what was written after that write.
  EventId floor = kNoEvent;
  std::uint32_t floor_index = 0;
  EventId floor_at = kNoEvent;    ///< the id it had
  std::uint64_t floor_state = 0;  ///< its machine state, where that and the value made it wait
  bool floor_excludes = false;    ///< it could only be done once for each write: a lock
};

/// An execution graph: events, reads-from, modification orders, and for each event what happens
/// before it. Its memory is reserved once; nothing is allocated while a search runs.
class Graph {
 public:
  /// Reserves address space. `lanes` is the width of clocks, a multiple of `kLaneWidth`.
  void reserve();
  void clear(std::uint32_t lanes);

  EventId size() const { return size_; }
  std::uint32_t lanes() const { return lanes_; }
  Event& at(EventId id) { return events_[id]; }
  const Event& at(EventId id) const { return events_[id]; }
  ThreadEvents& thread(std::uint32_t id) { return threads_[id]; }
  const ThreadEvents& thread(std::uint32_t id) const { return threads_[id]; }

  // Clocks: happens-before, program order and reads-from, and what an acquire of a write brings.
  Tick* before(EventId id) { return clocks_ + std::size_t{id} * 3 * lanes_; }
  Tick* causes(EventId id) { return before(id) + lanes_; }
  Tick* released(EventId id) { return before(id) + 2 * lanes_; }
  bool covers(const Tick* clock, const Event& event) const {
    return clock[event.thread] > event.index;
  }

  /// Appends an event of a thread, ordered after the thread's last one; its clocks are the
  /// thread's. Reads have no source yet, writes no place.
  EventId add(std::uint32_t thread, EventKind kind, std::uint8_t order, LocationId location);

  /// Removes every event above `last`; `kNoEvent` removes all.
  void cut(EventId last);

  /// Makes a read read from a write: value, order in force, clocks, and whether it is half of a
  /// read-modify-write follow.
  void set_source(EventId read, EventId write);

  /// Gives an event another memory order; its clocks do not follow yet.
  void reorder(EventId id, std::uint8_t order);

  /// Sets the clocks of a fence, a create or a join, once its fields are set.
  void settle(EventId id);

  /// Sets what an acquire of a write brings; a write half of a read-modify-write continues the
  /// release sequence of `source`.
  void set_released(EventId write, EventId source);

  // Modification order of a location. A place is counted from 0, the initial value: a write at
  // `position` p has place p + 1.
  std::uint32_t writes(LocationId location) const { return row(location).count; }
  EventId write_at(LocationId location, std::uint32_t place) const {
    return place == 0 ? kInitial : ids_[rows_[location].begin + place - 1];
  }
  EventId newest(LocationId location) const { return write_at(location, writes(location)); }
  std::uint32_t place_of(EventId write) const {
    return write == kInitial ? 0 : events_[write].position + 1;
  }
  void insert(EventId write, std::uint32_t position);
  void remove(EventId write);

  EventId first_reader(LocationId location, EventId write) const {
    return write == kInitial ? row(location).initial_reader : events_[write].first_reader;
  }
  /// No read of the location has a smaller id.
  EventId first_read(LocationId location) const { return row(location).first_read; }
  std::uint64_t value_of(LocationId location, EventId write) const;

  /// The part of `from` that survives a revisit of `read` by `write`: what was added before the
  /// read, and what caused the write. Fills `new_id` (indexed by old id; `kNoEvent` where deleted).
  /// Leaves out the read where `without_read`; a write that is no half of a read-modify-write gets
  /// no place yet.
  void copy_surviving(Graph& from, EventId read, EventId write, bool without_read, EventId* new_id);

  std::uint32_t seq_cst_events() const { return seq_cst_events_; }
  /// Accesses that are not seq_cst, and fences: where there are none the SC axiom is simpler.
  std::uint32_t mixed_events() const { return mixed_events_; }
  std::uint32_t locations_used() const { return locations_; }

 private:
  struct Row {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
    std::uint32_t capacity = 0;
    EventId initial_reader = kNoEvent;
    EventId first_read = kNoEvent;
  };

  const Row& row(LocationId location) const {
    static constexpr Row none;
    return location < locations_ ? rows_[location] : none;
  }
  Row& need_row(LocationId location);
  void grow(Row& row);
  void link_reader(EventId read);
  void unlink_reader(EventId read);
  void begin_clocks(EventId id);
  void count(const Event& event, std::int32_t by);

  EventId size_ = 0;
  std::uint32_t lanes_ = kLanesAtFirst;
  std::uint32_t locations_ = 0;
  std::uint32_t ids_used_ = 0;
  std::uint32_t seq_cst_events_ = 0;
  std::uint32_t mixed_events_ = 0;
  Event* events_ = nullptr;
  Tick* clocks_ = nullptr;
  Row* rows_ = nullptr;
  EventId* ids_ = nullptr;
  ThreadEvents threads_[kThreadsMax];
};

/// Ends the execution: a proof has no room for so much.
[[noreturn]] void too_large(const char* what);

/// Locations of the search, by id.
extern Location* locations;

}  // namespace tidemark::sim::graph
