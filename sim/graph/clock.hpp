// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tidemark::sim::graph {

/// For each thread how many of its events come before: one lane a thread.
using Tick = std::uint16_t;
using Lanes = Tick __attribute__((vector_size(16)));

inline constexpr std::uint32_t kLanesAtFirst = 16;
inline constexpr std::uint32_t kLaneWidth = sizeof(Lanes) / sizeof(Tick);

inline void join(Tick* into, const Tick* from, std::uint32_t lanes) {
  for (std::uint32_t i = 0; i < lanes; i += kLaneWidth) {
    auto* a = reinterpret_cast<Lanes*>(into + i);
    const auto* b = reinterpret_cast<const Lanes*>(from + i);
    *a = *a > *b ? *a : *b;
  }
}

inline void assign(Tick* into, const Tick* from, std::uint32_t lanes) {
  for (std::uint32_t i = 0; i < lanes; i += kLaneWidth) {
    *reinterpret_cast<Lanes*>(into + i) = *reinterpret_cast<const Lanes*>(from + i);
  }
}

inline void clear(Tick* clock, std::uint32_t lanes) {
  for (std::uint32_t i = 0; i < lanes; i += kLaneWidth) {
    *reinterpret_cast<Lanes*>(clock + i) = Lanes{};
  }
}

}  // namespace tidemark::sim::graph
