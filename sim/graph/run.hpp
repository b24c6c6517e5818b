// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/graph/graph.hpp"
#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/memory/object.hpp"

/// One run of the program along a graph: replays the events it has, then adds new ones.
///
/// Recorded events are given back in an order in which reads follow what they read and joins the
/// thread they join, so that plain memory and every object of the kernel are what they were. A new
/// event is added only when the whole graph has been replayed; then the thread with the lowest id
/// goes first.
namespace tidemark::sim::graph {

/// The run begins; fiber 0 is about to be entered.
void begin_run();

/// Some thread has not come to its end, and the run is over.
bool some_thread_waits();

/// The next recorded event of the running thread, once it may be replayed; `kNoEvent` when the
/// thread is at the end of what is recorded, and so are all others: it may add an event.
EventId replay();

/// The recorded event was done (replayed or just added); both halves of a read-modify-write count.
void performed(EventId id);

/// The running thread has done something: true if another one that could have gone on did so last.
bool note_turn();

/// The running thread cannot go on in this graph; another graph has what it waits for.
[[noreturn]] void stop_thread();

/// The same for a read that was added, or recorded, although it waits. The thread is deadlocked if
/// it would still wait at the end of the run.
[[noreturn]] void stop_at(EventId read, const Guard& guard);

/// The running thread waits until a write to the location is added, and tries again. True: nothing
/// else can go on, and it has to be added although it waits.
bool wait_for_write(LocationId location, bool genuine);

/// The same, and nothing but a write lets it go on.
void wait_to_be_woken(LocationId location);

/// The running thread waits until another has come to its end.
void wait_for_end(std::uint32_t thread);

/// A write to the location was added.
void wake(LocationId location);

/// A thread was created: it may run.
void thread_begins(std::uint32_t thread);

/// Whether the thread of that id has had a name in an earlier run, which it keeps. Asked once a
/// run.
bool is_named(std::uint32_t thread);

/// The running fiber is over.
[[noreturn]] void thread_over();

/// Whether a thread has come to its end.
bool has_ended(std::uint32_t thread);

/// Ends the execution: the search has no event for the operation. Some need none: they return.
void outside_the_model(const kernel::Operation& operation);

/// The program behaves differently from its last run along this graph.
[[noreturn]] void nondeterministic(const Event& recorded, const char* what, std::uintptr_t pc);

void forget_locations();
void forget_names();

}  // namespace tidemark::sim::graph
