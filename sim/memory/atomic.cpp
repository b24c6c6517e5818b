// SPDX-License-Identifier: MIT
#include "tidemark/sim/memory/atomic.hpp"

#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/recorder.hpp"

namespace tidemark::sim::memory {

namespace {

using kernel::state;

constexpr std::size_t kOldMax = 64;  ///< old stores offered to one load

// Fences of order seq_cst, newest first.
struct Fence {
  Fence* before;
  std::uint64_t number;
  Tick tick;
  kernel::FiberId fiber;
};
Fence* newest_fence = nullptr;
std::uint64_t numbered = 0;

bool has_seen(kernel::FiberId fiber, Tick tick) { return tick <= state.current->clock.at(fiber); }

bool has_seen_later(const Store& store) {
  if (has_seen(store.fiber, store.tick)) return true;
  for (const Reader* reader = store.readers; reader != nullptr; reader = reader->next) {
    if (has_seen(reader->fiber, reader->tick)) return true;
  }
  return false;
}

// Stores up to this number had been done at the last fence that comes before the running fiber.
std::uint64_t fenced_number() {
  for (const Fence* fence = newest_fence; fence != nullptr; fence = fence->before) {
    if (has_seen(fence->fiber, fence->tick)) return fence->number;
  }
  return 0;
}

void remember_reader(Store& store) {
  for (const Reader* reader = store.readers; reader != nullptr; reader = reader->next) {
    if (reader->fiber == state.fiber) return;
  }
  auto* made = kernel::pool_new<Reader>();
  *made = {store.readers, state.tick, state.fiber};
  store.readers = made;
}

Store& push(Object& location, const std::uint64_t (&value)[2]) {
  auto* made = kernel::pool_new<Store>();
  made->value[0] = value[0];
  made->value[1] = value[1];
  made->previous = location.newest;
  made->number = ++numbered;
  location.newest = made;
  return *made;
}

}  // namespace

void begin_history(Object& location, std::size_t bytes, const std::uint64_t (&value)[2],
                   std::uintptr_t pc) {
  if (location.newest == nullptr) {
    location.size = static_cast<std::uint8_t>(bytes);
    location.made_at = pc;
  }
  location.newest = nullptr;
  push(location, value);
}

const Store& choose_store(Object& location, Order order, const std::uint64_t* unless) {
  Store* open[kOldMax];
  std::size_t count = 1;
  open[0] = location.newest;
  if (kernel::fiber_count() > 1 && order != Order::seq_cst && !kernel::healed()) {
    const std::uint64_t fenced = fenced_number();
    for (Store* store = location.newest; store->previous != nullptr && count < kOldMax;) {
      if (has_seen_later(*store) || store->number <= fenced) break;
      store = store->previous;
      if (unless == nullptr || store->value[0] != unless[0] || store->value[1] != unless[1]) {
        open[count++] = store;
      }
    }
  }
  const std::uint64_t taken = kernel::ask(choice::Kind::load, count);
  Store& chosen = *open[taken];
  if (kernel::fiber_count() > 1) remember_reader(chosen);
  if (taken != 0) kernel::note(kernel::NoteKind::note, "reads an old store: nothing forbids it");
  return chosen;
}

void read_from(const Store& store, Order order) {
  if (store.release == nullptr) return;
  kernel::Fiber& self = *state.current;
  if (acquires(order)) {
    join(self.clock, *store.release);
  } else {
    if (!self.has_acquire_fence) clear(self.acquire_fence);
    self.has_acquire_fence = true;
    join(self.acquire_fence, *store.release);
  }
}

void append_store(Object& location, const std::uint64_t (&value)[2], Order order,
                  bool read_modify_write) {
  kernel::Fiber& self = *state.current;
  const Store* before = location.newest;
  Store& made = push(location, value);
  made.fiber = self.id;
  made.tick = state.tick;
  made.order = static_cast<std::uint8_t>(order);
  made.read_modify_write = read_modify_write;
  if (releases(order)) {
    made.release = pooled_copy(self.clock);
  } else if (self.has_release_fence) {
    made.release = pooled_copy(self.release_fence);
  }
  // The release sequence goes on through read-modify-writes, whoever does them. One that acquires
  // and releases has what it read in its own clock already.
  if (read_modify_write && before != nullptr && before->release != nullptr &&
      !(acquires(order) && releases(order))) {
    made.release = pooled_join(made.release, *before->release);
  }
  if (releases(order)) raise_tick();
}

void fence(Order order) {
  kernel::Fiber& self = *state.current;
  if (acquires(order) && self.has_acquire_fence) {
    join(self.clock, self.acquire_fence);
    self.has_acquire_fence = false;
  }
  if (order == Order::seq_cst) {
    auto* made = kernel::pool_new<Fence>();
    *made = {newest_fence, ++numbered, state.tick, self.id};
    newest_fence = made;
  }
  if (releases(order)) {
    assign(self.release_fence, self.clock);
    self.has_release_fence = true;
    raise_tick();
  }
}

void reset_atomics() {
  newest_fence = nullptr;
  numbered = 0;
}

}  // namespace tidemark::sim::memory
