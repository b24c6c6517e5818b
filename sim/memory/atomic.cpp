// SPDX-License-Identifier: MIT
#include "tidemark/sim/memory/atomic.hpp"

#include "tidemark/sim/kernel/pool.hpp"

namespace tidemark::sim::memory {

namespace {

using kernel::state;

Store& push(Object& location, const std::uint64_t (&value)[2]) {
  auto* made = kernel::pool_new<Store>();
  made->value[0] = value[0];
  made->value[1] = value[1];
  made->previous = location.newest;
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
  if (releases(order)) {
    assign(self.release_fence, self.clock);
    self.has_release_fence = true;
    raise_tick();
  }
}

}  // namespace tidemark::sim::memory
