// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/operation.hpp"

/// Exhaustive search: every consistent execution graph of a program exactly once.
///
/// Optimal exploration by graph revisits after TruSt (Kokologiannakis, Marmanis, Gladstein,
/// Vafeiadis, "Truly stateless, optimal dynamic partial order reduction", POPL 2022), under the
/// RC11 model (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017) with the release sequences of C++20.
///
///   graph::begin({});
///   while (graph::next()) {
///     kernel::Outcome outcome = kernel::execute(setup);   // setup.search = true
///     switch (graph::ended()) { ... }
///   }
// The kernel hides everything but this.
#pragma GCC visibility push(default)
namespace tidemark::sim::graph {

/// What became of a run.
enum class RunEnd : std::uint8_t {
  complete,  ///< every thread came to its end, or the run failed: one more execution
  blocked,   ///< threads wait for what no longer comes in this graph: another graph has it
  pruned,    ///< the graph was only a step towards others: two read-modify-writes of one store, …
};

struct Counters {
  std::uint64_t executions = 0;  ///< complete runs: the number of the literature
  std::uint64_t blocked = 0;
  std::uint64_t pruned = 0;
  std::uint64_t revisits = 0;      ///< backward revisits taken
  std::uint64_t inconsistent = 0;  ///< work items dropped before a run: the SC axiom, mostly
  std::uint64_t depth_max = 0;     ///< graphs alive at once
};

struct Options {
  /// Threads in loops that wait for a value wait for a write, instead of going round once more: no
  /// run is blocked by them. Off, since it loses graphs: 3 of 95 000 random programs with loops.
  bool park_loops = false;
};

/// Begins a search: forgets everything, and leaves one run to do, of the empty graph.
void begin(const Options& options = {});

/// Prepares the next graph; false when the search is complete.
bool next();

/// To be asked once after each run; counts it.
RunEnd ended();

const Counters& counters();

/// An estimate of how much of the search is done, 0 to 1: as if every change of a graph led to as
/// many others.
double fraction_done();

/// How far the search is, as what is planned shows it. What a run plans is done before anything
/// that was planned earlier: runs are the nodes of a tree, walked depth first.
struct Work {
  std::size_t left = 0;      ///< graphs planned and not begun
  std::size_t taken_at = 0;  ///< how many of them had been planned before the one begun last
  std::uint32_t starts = 0;  ///< how often the search began anew, with what it had learnt
};
Work work();

/// How many loops had their failed rounds merged: counts are modulo those, where it is not 0.
std::uint32_t merged_loops();

enum class EventKind : std::uint8_t { read, write, fence, create, join, choice };

/// One event of the graph as the last run left it.
struct EventView {
  kernel::FiberId thread = 0;
  std::uint32_t index = 0;  ///< in the thread, from 0
  EventKind kind{};
  std::uint8_t order = 0;          ///< memory order as compilers number it
  bool read_modify_write = false;  ///< one half of a read-modify-write: the other is its neighbour
  /// A read on which its thread waits for ever, as a lock that is held: it has not been done.
  bool waits = false;
  std::uintptr_t address = 0;  ///< of the location; 0 where it has none
  std::uint64_t value = 0;     ///< read or written
  /// Reads: the write it reads from, by thread and index; thread -1 is the initial value.
  std::int32_t source_thread = -1;
  std::uint32_t source_index = 0;
  std::uint32_t position = 0;  ///< writes: place in the modification order, from 0
  std::uintptr_t pc = 0;
};

/// Writes the events in order of addition, at most `capacity`; returns how many there are.
std::size_t events(EventView* out, std::size_t capacity);

/// A stronger memory order at one place of the program.
struct Strengthening {
  std::uintptr_t pc = 0;
  std::uint8_t from = 0;  ///< memory orders as compilers number them
  std::uint8_t to = 0;
};

/// Which orders would have forbidden the graph of the last run: a smallest set found by taking away
/// from "everything seq_cst". Returns how many places there are and writes at most `capacity`; 0
/// where none would: threads that take turns can do the same.
std::size_t explain(Strengthening* out, std::size_t capacity);

}  // namespace tidemark::sim::graph
#pragma GCC visibility pop
