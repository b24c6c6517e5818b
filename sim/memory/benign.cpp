// SPDX-License-Identifier: MIT
#include "tidemark/sim/memory/benign.hpp"

#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::memory {

namespace {

struct Allowed {
  std::uintptr_t low;
  std::uintptr_t high;
  Allowed* next;
};

Allowed* ranges = nullptr;
std::uint32_t generation = 0;  // of the execution that allowed them

}  // namespace

void allow_races(std::uintptr_t address, std::size_t bytes) {
  if (generation != kernel::state.generation) ranges = nullptr;
  generation = kernel::state.generation;
  auto* made = kernel::pool_new<Allowed>();
  *made = {address, address + bytes, ranges};
  ranges = made;
}

bool races_allowed(std::uintptr_t address, std::size_t bytes) {
  if (generation != kernel::state.generation) return false;
  for (const Allowed* range = ranges; range != nullptr; range = range->next) {
    if (address < range->high && range->low < address + bytes) return true;
  }
  return false;
}

}  // namespace tidemark::sim::memory
