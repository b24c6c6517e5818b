// SPDX-License-Identifier: MIT
// The locations of a search, found by address. Threads have arenas and stacks of their own while a
// search runs, so an address means the same in every run.
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/graph/storage.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::graph {

namespace {

constexpr std::size_t kSlots = 4 * kLocationsMax;

std::uint32_t* slots = nullptr;  ///< location + 1; 0 is free
std::uint32_t* last_run = nullptr;
std::size_t used = 0;

std::size_t slot_of(std::uintptr_t address, std::uint8_t kind, std::uint32_t incarnation) {
  std::uint64_t hash = address * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ (std::uint64_t{incarnation} << 8 | kind)) * 0xD6E8FEB86659FD93ull;
  return (hash >> 32) % kSlots;
}

}  // namespace

LocationId location_of(const memory::Object& object, std::uint64_t initial) {
  if (locations == nullptr) {
    locations = reserve<Location>(kLocationsMax);
    slots = reserve<std::uint32_t>(kSlots);
    last_run = reserve<std::uint32_t>(kLocationsMax);
  }
  const auto kind = static_cast<std::uint8_t>(object.kind);
  // An opaque object has no address: its number in the order of creation stands for it.
  const std::uintptr_t address = object.address != 0 ? object.address : object.id;
  for (std::uint32_t incarnation = 0;; ++incarnation) {
    std::size_t slot = slot_of(address, kind, incarnation);
    for (;; slot = (slot + 1) % kSlots) {
      if (slots[slot] == 0) break;
      const Location& known = locations[slots[slot] - 1];
      if (known.address == address && known.kind == kind && known.incarnation == incarnation) break;
    }
    if (slots[slot] == 0) {
      if (used == kLocationsMax) too_large("atomic objects");
      locations[used] = {.address = address,
                         .initial = initial,
                         .incarnation = incarnation,
                         .kind = kind,
                         .width = object.size};
      slots[slot] = static_cast<std::uint32_t>(++used);
    }
    const LocationId id = slots[slot] - 1;
    // One that this run has seen already was overwritten since: the next incarnation begins.
    if (last_run[id] == kernel::state.generation) continue;
    last_run[id] = kernel::state.generation;
    locations[id].initial = initial;
    return id;
  }
}

void forget_locations() {
  if (slots != nullptr) {
    for (std::size_t i = 0; i < kSlots; ++i) slots[i] = 0;
    for (std::size_t i = 0; i < used; ++i) last_run[i] = 0;
  }
  used = 0;
}

}  // namespace tidemark::sim::graph
