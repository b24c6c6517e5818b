// SPDX-License-Identifier: MIT
#include "tidemark/sim/memory/shadow.hpp"

#include <sys/mman.h>

#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/pool.hpp"

namespace tidemark::sim::memory {

namespace {

struct Watched {
  std::uintptr_t low = 0;
  std::uintptr_t bytes = 0;
  Cell* cells = nullptr;
};

constexpr std::size_t kWatchedMax = 16;
Watched watched[kWatchedMax];
std::size_t watched_count = 0;

}  // namespace

Cell* global_cell(std::uintptr_t address) {
  for (std::size_t i = 0; i < watched_count; ++i) {
    const std::uintptr_t offset = address - watched[i].low;
    if (offset < watched[i].bytes) return watched[i].cells + offset / kernel::layout::kGranule;
  }
  return nullptr;
}

void watch_globals(std::uintptr_t low, std::uintptr_t high) {
  if (watched_count == kWatchedMax) kernel::panic("too many instrumented modules");
  low &= ~std::uintptr_t{kernel::layout::kGranule - 1};
  const std::size_t cells = (high - low) / kernel::layout::kGranule + 1;
  void* got = mmap(nullptr, cells * sizeof(Cell), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) kernel::panic("no memory to watch globals");
  watched[watched_count++] = {low, high - low, static_cast<Cell*>(got)};
}

Side& need_side(Cell& cell) {
  if (cell.side == 0) {
    auto* made = kernel::pool_new<Side>();
    const auto offset = reinterpret_cast<std::byte*>(made) - kernel::region.pool;
    cell.side = static_cast<std::uint32_t>(static_cast<std::size_t>(offset) / kPoolUnit);
  }
  return *side_of(cell);
}

}  // namespace tidemark::sim::memory
