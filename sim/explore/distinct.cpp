// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/distinct.hpp"

#include <utility>

namespace tidemark::sim::explore {

void DistinctCounter::add(std::uint64_t hash) {
  if (slots_.empty()) slots_.resize(kCapacity);
  // Zero marks an empty slot; one value in 2^64 may be counted as its neighbour.
  if (hash == 0) hash = 1;
  if (!wanted(hash)) return;
  insert(hash);
  while (kept_ > kCapacity / 2) thin_out();
}

void DistinctCounter::insert(std::uint64_t hash) {
  // The low bits choose the slot, the high ones whether the hash is kept: they stay independent.
  for (std::size_t at = hash & (kCapacity - 1);; at = (at + 1) & (kCapacity - 1)) {
    if (slots_[at] == hash) return;
    if (slots_[at] != 0) continue;
    slots_[at] = hash;
    ++kept_;
    return;
  }
}

void DistinctCounter::thin_out() {
  const std::vector<std::uint64_t> before =
      std::exchange(slots_, std::vector<std::uint64_t>(kCapacity));
  ++level_;
  kept_ = 0;
  for (const std::uint64_t hash : before) {
    if (hash != 0 && wanted(hash)) insert(hash);
  }
}

}  // namespace tidemark::sim::explore
