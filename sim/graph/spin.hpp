// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/graph/operations.hpp"

extern "C" {
/// What doors written in assembly save before any code of ours has run.
struct GuestRegisters {
  std::uint64_t saved[6];  ///< rbx, rbp, r12 to r15
  std::uint64_t stack_pointer;
  std::uint64_t valid;
};
__attribute__((visibility("hidden"))) extern GuestRegisters tidemark_guest_registers;

/// True while a search runs: doors look at this before they save registers.
__attribute__((visibility("hidden"))) extern bool tidemark_searching;
}

/// Loops that wait for a value need no annotation: a thread that is about to read again in the very
/// machine state in which it read before, having written nothing since, goes round in circles. It
/// stops; the graph in which it reads what lets it go on is another one, reached by a revisit.
///
/// A variable that only holds what the loop read last is dead when it reads again, but makes the
/// states differ. Once a loop was seen to come back to the same state, the places that differed
/// from the round before and held just that value are left out of its state from then on. Counts
/// are then modulo failed iterations, and `merged_loops` says so.
namespace tidemark::sim::graph {

/// The registers the door has saved, once: a door that does not save them leaves none.
GuestRegisters take_registers();

/// Keeps the machine state in which the running thread came through the door: registers that a call
/// preserves, and the stack.
void remember_state(const GuestRegisters& registers, std::uintptr_t pc);

/// The same, and a hash of it; 0 where the stack is too deep to be looked at.
std::uint64_t machine_state(const GuestRegisters& registers, std::uintptr_t pc);

/// A thread begins: what earlier runs left on its stack must not make its states differ.
void clear_stack(std::uint32_t thread, std::byte* top);

/// Whether the thread has read here before, in the same state and without an effect since. May end
/// the run, and the search with it, to begin again when it learns of a new loop.
bool is_spinning(LocationId location, const Request& request, std::uint64_t machine);

/// Whether reading that value in that machine state leads back to the same state, as far as the
/// last search has seen: such a read is not added, it waits. Failures seen in this search count
/// from the next one on.
bool leads_nowhere(std::uint64_t machine, std::uint64_t value);

/// Some failures are known: reads may have been parked.
bool has_parked();

/// Makes the failures seen so far known; false if there are none that were not.
bool use_failures();

/// Parks threads in loops that wait, instead of letting them fail once.
extern bool parks_loops;

/// A new program: forgets what is known of loops.
void forget_loops();

}  // namespace tidemark::sim::graph
