// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tidemark::sim::memory {

/// A fiber's logical time: raised whenever it releases something.
using Tick = std::uint32_t;

inline constexpr std::uint32_t kChunk = 8;       ///< components handled at once
inline constexpr std::uint32_t kChunksMax = 32;  ///< 256 fibers

/// A vector clock of as many chunks as there are fibers; components beyond are zero.
///
/// A header in front of its ticks: the capacity is the owner's business (a `WideClock` holds every
/// fiber, one from the pool what it was asked for).
struct alignas(32) Clock {
  std::uint32_t chunks = 0;
  std::uint32_t capacity = 0;
  std::uint32_t padding[6];  ///< so that nothing derived begins inside the header

  Tick* ticks() { return reinterpret_cast<Tick*>(this + 1); }
  const Tick* ticks() const { return reinterpret_cast<const Tick*>(this + 1); }
  Tick at(std::uint32_t fiber) const { return fiber < chunks * kChunk ? ticks()[fiber] : 0; }
};

/// A clock with room for every fiber an execution may have.
struct WideClock : Clock {
  Tick storage[kChunk * kChunksMax];
  WideClock() { capacity = kChunksMax; }
};
static_assert(sizeof(Clock) == 32);

using Lane = Tick __attribute__((vector_size(kChunk * sizeof(Tick))));

inline void clear(Clock& clock) { clock.chunks = 0; }

/// Makes components up to `chunks` exist. The capacity must allow it.
inline void widen(Clock& clock, std::uint32_t chunks) {
  for (; clock.chunks < chunks; ++clock.chunks) {
    reinterpret_cast<Lane*>(clock.ticks())[clock.chunks] = Lane{};
  }
}

/// `into` = componentwise maximum. The capacity of `into` must hold `from`.
inline void join(Clock& into, const Clock& from) {
  widen(into, from.chunks);
  auto* a = reinterpret_cast<Lane*>(into.ticks());
  const auto* b = reinterpret_cast<const Lane*>(from.ticks());
  for (std::uint32_t i = 0; i < from.chunks; ++i) a[i] = a[i] > b[i] ? a[i] : b[i];
}

inline void assign(Clock& into, const Clock& from) {
  into.chunks = from.chunks;
  auto* a = reinterpret_cast<Lane*>(into.ticks());
  const auto* b = reinterpret_cast<const Lane*>(from.ticks());
  for (std::uint32_t i = 0; i < from.chunks; ++i) a[i] = b[i];
}

inline void set(Clock& clock, std::uint32_t fiber, Tick tick) {
  widen(clock, fiber / kChunk + 1);
  clock.ticks()[fiber] = tick;
}

/// A copy of `from` in the pool of the running execution.
Clock* pooled_copy(const Clock& from);

/// Sets one component of a pooled clock that may be null or too narrow; returns the one that holds
/// it.
Clock* pooled_set_wide(Clock* clock, std::uint32_t fiber, Tick tick);
inline Clock* pooled_set(Clock* clock, std::uint32_t fiber, Tick tick) {
  if (clock == nullptr || fiber >= clock->chunks * kChunk) {
    return pooled_set_wide(clock, fiber, tick);
  }
  clock->ticks()[fiber] = tick;
  return clock;
}

/// Joins into a pooled clock that may be null or too narrow; returns the one that holds the result.
Clock* pooled_join(Clock* into, const Clock& from);

}  // namespace tidemark::sim::memory
