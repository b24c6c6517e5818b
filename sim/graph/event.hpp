// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/graph/search.hpp"
#include "tidemark/sim/kernel/operation.hpp"

namespace tidemark::sim::graph {

/// Events are numbered in order of addition: cutting a graph back is forgetting the highest ids.
using EventId = std::uint32_t;
inline constexpr EventId kNoEvent = 0xFFFFFFFF;
/// Reading from it is reading what a location held before every event of the graph.
inline constexpr EventId kInitial = kNoEvent;

using LocationId = std::uint32_t;
inline constexpr LocationId kNoLocation = 0xFFFFFFFF;

inline constexpr std::uint32_t kThreadsMax = 64;

/// What a read does with the value it gets.
enum class Action : std::uint8_t {
  load,
  exchange,
  add,
  subtract,
  bit_and,
  bit_or,
  bit_xor,
  bit_nand,
  compare_exchange,
  // Guarded: not added while what it would read makes it wait.
  lock,         ///< waits for 0, makes it 1
  lock_shared,  ///< waits while a writer holds it, counts one reader up
  take_one,     ///< waits for more than 0, counts one down: a semaphore
  begin_once,   ///< 0: makes it 1 (busy); 1: waits; 2: goes on
  // The same without waiting.
  try_lock,
  try_lock_shared,
  try_take_one,
  // The set of threads that wait on a condition, a bit each.
  enlist,      ///< adds the thread
  notify_one,  ///< takes one out, which is a choice; a read where there is none
  notify_all,  ///< takes all out
  woken,       ///< reads the write that took the thread out: there is no other it may read
  step,        ///< one step of an opaque object: its state is the number of steps taken
  await,       ///< the same, once the object is ready for it
};

/// One event of an execution graph.
struct Event {
  static constexpr std::uint8_t kReadModifyWrite = 1;  ///< a half of a successful one
  static constexpr std::uint8_t kStable = 2;           ///< a read that may not be revisited
  static constexpr std::uint8_t kAnchored = 4;  ///< a write that a floor stands on: never deleted

  std::uint64_t value = 0;      ///< read, written, or chosen
  std::uint64_t operand = 0;    ///< of the action; choices: how many there were
  std::uint64_t expected = 0;   ///< compare_exchange
  std::uint64_t state = 0;      ///< reads: hash of the thread's machine state, 0 where not taken
  EventId source = kInitial;    ///< reads: the write it reads from
  EventId previous = kNoEvent;  ///< of the same thread
  EventId next = kNoEvent;
  EventId first_reader = kNoEvent;  ///< writes: list of those who read it
  EventId next_reader = kNoEvent;   ///< reads: in the list of its source
  EventId previous_reader = kNoEvent;
  EventId release_fence = kNoEvent;  ///< the thread's last one, this event included
  LocationId location = kNoLocation;
  std::uint32_t position = 0;  ///< writes: index in the modification order
  std::uint32_t index = 0;     ///< in the thread
  std::uint32_t pc = 0;        ///< low word of the program counter
  std::uint16_t thread = 0;
  std::uint16_t partner = 0;  ///< create and join: the other thread
  EventKind kind{};
  Action action = Action::load;
  std::uint8_t order = 0;    ///< in force: of the outcome, where success and failure differ
  std::uint8_t success = 0;  ///< orders as asked for
  std::uint8_t failure = 0;
  std::uint8_t flags = 0;
  std::uint8_t width = 0;  ///< bytes of the value

  bool is_access() const { return kind == EventKind::read || kind == EventKind::write; }
  bool modifies() const { return (flags & kReadModifyWrite) != 0; }
};

}  // namespace tidemark::sim::graph
