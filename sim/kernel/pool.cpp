// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/pool.hpp"

#include <cstdint>

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/memory/vector_clock.hpp"

namespace tidemark::sim {

namespace kernel {

namespace {
constexpr std::size_t kFirst = 32;  // offset 0 means "none" to those who keep offsets
std::size_t pool_used = kFirst;
constexpr std::size_t kAlignment = 32;
}  // namespace

void* pool_allocate(std::size_t bytes) {
  bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
  if (pool_used + bytes > layout::kPoolBytes) {
    end_execution(Category::unsupported, "the execution is too long: its history no longer fits");
  }
  void* got = region.pool + pool_used;
  pool_used += bytes;
  return got;
}

void reset_pool() { pool_used = kFirst; }

}  // namespace kernel

namespace memory {

namespace {
Clock* pooled(std::uint32_t chunks) {
  auto* made =
      static_cast<Clock*>(kernel::pool_allocate(sizeof(Clock) + chunks * kChunk * sizeof(Tick)));
  made->chunks = 0;
  made->capacity = chunks;
  return made;
}
}  // namespace

Clock* pooled_copy(const Clock& from) {
  Clock* made = pooled(from.chunks);
  assign(*made, from);
  return made;
}

Clock* pooled_set_wide(Clock* clock, std::uint32_t fiber, Tick tick) {
  const std::uint32_t chunks = fiber / kChunk + 1;
  if (clock == nullptr || clock->capacity < chunks) {
    Clock* wider = pooled(chunks);
    if (clock != nullptr) assign(*wider, *clock);
    clock = wider;
  }
  set(*clock, fiber, tick);
  return clock;
}

Clock* pooled_join(Clock* into, const Clock& from) {
  if (into == nullptr) return pooled_copy(from);
  if (into->capacity < from.chunks) {
    Clock* wider = pooled(from.chunks);
    assign(*wider, *into);
    into = wider;
  }
  join(*into, from);
  return into;
}

}  // namespace memory
}  // namespace tidemark::sim
