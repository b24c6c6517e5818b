// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/memory/object.hpp"

/// Atomic locations: histories of stores, and the happens-before edges of every memory order.
///
/// Source: C++20 [intro.races] in the RC11 reading; a release sequence is the release write
/// followed by read-modify-writes only.
namespace tidemark::sim::memory {

/// Memory orders as compilers pass them.
enum class Order : std::uint8_t { relaxed, consume, acquire, release, acq_rel, seq_cst };

inline bool acquires(Order order) {
  return order == Order::consume || order == Order::acquire || order == Order::acq_rel ||
         order == Order::seq_cst;
}
inline bool releases(Order order) {
  return order == Order::release || order == Order::acq_rel || order == Order::seq_cst;
}

/// Begins the history of a location, or begins it anew because uninstrumented code changed it.
void begin_history(Object& location, std::size_t bytes, const std::uint64_t (&value)[2],
                   std::uintptr_t pc);

/// The location at an address, its history begun from memory where it has none. `value` is what
/// memory holds now: if uninstrumented code changed it, the history begins anew.
inline Object& location(std::uintptr_t address, std::size_t bytes, const std::uint64_t (&value)[2],
                        std::uintptr_t pc) {
  Object& found = object_at(address, ObjectKind::atomic);
  if (found.newest == nullptr || found.newest->value[0] != value[0] ||
      found.newest->value[1] != value[1]) {
    begin_history(found, bytes, value, pc);
  }
  return found;
}

/// The store a load of the running fiber reads: a choice among those that coherence permits, the
/// newest first. Modification order is the order of execution. Stronger than the model where
/// seq_cst is involved: such a load reads the newest, and no load reads what had been replaced at
/// the last seq_cst fence before it. `unless` is a value no old store is read with (a
/// compare-exchange that succeeds takes the newest), where there is one.
const Store& choose_store(Object& location, Order order, const std::uint64_t* unless = nullptr);

/// The running fiber reads a store: takes what it released.
void read_from(const Store& store, Order order);

/// The next execution begins.
void reset_atomics();

/// The running fiber appends a store to the history.
void append_store(Object& location, const std::uint64_t (&value)[2], Order order,
                  bool read_modify_write);

void fence(Order order);

}  // namespace tidemark::sim::memory
