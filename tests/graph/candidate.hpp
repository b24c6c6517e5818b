// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// One event of an execution graph. A successful read-modify-write is one event.
struct Event {
  enum class Kind : std::uint8_t { write, read, update, fence };

  Kind kind = Kind::write;
  int thread = -1;  ///< -1: what the place holds at the beginning
  std::uint8_t place = 0;
  Order order = relaxed;   ///< in force
  int read = 0;            ///< value
  int written = 0;         ///< value; of a mutex 0 where it is free, 1 where it is held
  std::size_t source = 0;  ///< reads and updates: the event that wrote what is read

  bool reads() const { return kind == Kind::read || kind == Kind::update; }
  bool writes() const { return kind == Kind::write || kind == Kind::update; }
  bool accesses() const { return kind != Kind::fence; }
};

/// A graph that may or may not be allowed. The first `kPlaces` events are the initial writes, in
/// order of places; the events of a thread follow one another in its order.
struct Candidate {
  std::vector<Event> events;
  /// Of each place the events that write it, the initial one first.
  std::array<std::vector<std::size_t>, kPlaces> modifications;
};

/// A graph with nothing but the initial writes.
Candidate empty_candidate();

/// The graph as text: of each thread its events and what they read from, of each place the order
/// of its modifications. Two graphs are the same if and only if their texts are.
std::string to_text(const Candidate& graph);

}  // namespace tidemark::oracle
