// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tidemark/sim/kernel/operation.hpp"
#include "tidemark/sim/memory/shadow.hpp"
#include "tidemark/sim/memory/vector_clock.hpp"

namespace tidemark::sim::memory {

enum class ObjectKind : std::uint8_t {
  atomic,
  mutex,
  shared_mutex,
  condition,
  once,
  semaphore,
  barrier,
  futex,
  annotation,
  annotated_mutex,
  fake,  ///< has no address
};

inline constexpr kernel::FiberId kNobody = 0xFFFF;
inline constexpr std::uint32_t kNotInGraph = 0xFFFFFFFF;

/// Who has read a store, and when first.
struct Reader {
  Reader* next;
  Tick tick;
  kernel::FiberId fiber;
};

/// One store to an atomic. The whole history of a location is kept, newest first: which of them a
/// load reads is a choice.
struct Store {
  std::uint64_t value[2];  ///< low and high word
  Store* previous;
  Clock* release;  ///< what an acquire of it brings; null where it releases nothing
  Reader* readers;
  std::uint64_t number;  ///< of all stores and seq_cst fences of the execution, as they came
  Tick tick;
  kernel::FiberId fiber;
  std::uint8_t order;
  bool read_modify_write;
};

/// What the kernel knows of one synchronisation object, found by its address. Nothing is kept in
/// the object's own memory, so copies, resets and garbage there cannot confuse it.
struct Object {
  std::uintptr_t address;
  kernel::ObjectId id;
  ObjectKind kind;
  std::uint8_t size;              ///< bytes, for atomics
  bool busy;                      ///< once: the initialiser runs
  bool done;                      ///< once: it has run
  bool dropped;                   ///< its bytes were overwritten: look it up again
  mutable std::uint32_t wanting;  ///< fibers that have announced a lock of it
  Object* next;                   ///< others on the same granule
  // Locks: who holds it and how often; semaphores and barriers: the count.
  kernel::FiberId owner;
  std::uint8_t lock_type;  ///< PTHREAD_MUTEX_*
  std::uint32_t count;
  std::uint32_t readers;
  std::uint32_t generation;  ///< barriers: rounds
  const Object* partner;     ///< condition: the mutex its waiters use
  Clock* released;           ///< by writers, unlocks, notifies, posts
  Clock* released_by_readers;
  Store* newest;          ///< atomics
  Clock* read_at;         ///< atomics: for each fiber, its tick at its last load and …
  Clock* written_at;      ///< … store, with which plain accesses may conflict
  std::uint32_t read_pc;  ///< of the last of them
  std::uint32_t written_pc;
  std::uintptr_t made_at;  ///< program counter of the first touch
  const char* name;
  // While a search runs: its location in execution graphs, and the write that memory shows.
  std::uint32_t location = kNotInGraph;
  std::uint32_t shown = kNotInGraph;
};

inline Object* find_in(Object* first, std::uintptr_t address, ObjectKind kind) {
  for (Object* object = first; object != nullptr; object = object->next) {
    if (object->address == address && object->kind == kind) return object;
  }
  return nullptr;
}

/// The object of a kind at an address where no cell knows it yet.
Object& new_object_at(std::uintptr_t address, ObjectKind kind);

/// The object of a kind at an address, made at first touch.
inline Object& object_at(std::uintptr_t address, ObjectKind kind) {
  const Cell* cell = cell_of(address);
  if (cell != nullptr && cell->generation == kernel::state.generation && cell->side != 0) {
    if (Object* found = find_in(side_of(*cell)->objects, address, kind)) return *found;
  }
  return new_object_at(address, kind);
}

/// The bytes of its granule that an object covers.
std::uint8_t mask_of(const Object& object);

/// The same, or null.
Object* find_object(std::uintptr_t address, ObjectKind kind);

/// An object without an address.
Object& make_object(const char* name);

/// By logical id; null for 0 and for ids not given out.
Object* object_of(kernel::ObjectId id);

/// Drops the objects whose bytes a plain write covers: new ones begin there.
void forget_objects(Side& side, std::uint8_t mask);

/// Drops one object (destroy).
void forget_object(std::uintptr_t address, ObjectKind kind);

/// The next execution begins.
void reset_objects();

/// `sw` edges: takes what was released on the object; releases what the running fiber has seen, and
/// raises its tick.
inline void acquire(const Object& object) {
  if (object.released != nullptr) join(kernel::state.current->clock, *object.released);
}
void release(Object& object);

/// Raises the running fiber's tick after something of it was published.
inline void raise_tick() {
  kernel::Fiber& self = *kernel::state.current;
  kernel::state.tick = ++self.tick;
  set(self.clock, self.id, self.tick);
}

}  // namespace tidemark::sim::memory
