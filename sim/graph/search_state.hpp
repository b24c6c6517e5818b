// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/graph.hpp"
#include "tidemark/sim/memory/object.hpp"

/// What the parts of the search share, and nobody else.
namespace tidemark::sim::graph {

/// Another graph to explore, as a change of one at hand.
struct Item {
  enum class Kind : std::uint8_t {
    read_other,    ///< the read `event` reads `other`
    place_other,   ///< the write `event` goes to position `other`; completes the update `read`
    wake_other,    ///< the notification `event` takes waiter number `other` out
    choose_other,  ///< the choice `event` takes `other`
    revisit,       ///< `read` reads `event`, written after it
  };
  Kind kind{};
  EventId event = kNoEvent;
  EventId other = kNoEvent;
  EventId read = kNoEvent;
};

/// Remembers an item at the graph being extended.
void plan(const Item& item);

/// Plans the other waiters a notification may take out, once it reads how many there are.
void plan_waiters(Graph& graph, EventId read);

/// The graph being extended.
extern Graph* graph_at_hand;
inline Graph& current_graph() { return *graph_at_hand; }

/// The run is over before its end: the graph is no execution.
[[noreturn]] void end_pruned();

/// Ends the run and starts the whole search again: with wider clocks, or because something new is
/// known of the program's loops.
[[noreturn]] void restart_wider();
[[noreturn]] void restart_search();

/// The location of an object that this run touches for the first time. `initial` is its value.
LocationId location_of(const memory::Object& object, std::uint64_t initial);

}  // namespace tidemark::sim::graph
