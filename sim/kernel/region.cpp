// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/region.hpp"

#include <sys/mman.h>

#include "tidemark/sim/kernel/panic.hpp"

namespace tidemark::sim::kernel {

Region region;

namespace {

// Far from where Linux puts programs (0x55…), libraries and the main stack (0x7f…).
constexpr std::uintptr_t kBases[] = {0x100000000000, 0x200000000000, 0x300000000000,
                                     0x080000000000};

bool stack_ready[layout::kStacks];

void* reserve_at(std::uintptr_t base) {
  void* got = mmap(reinterpret_cast<void*>(base), layout::kTotalBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == MAP_FAILED || got != reinterpret_cast<void*>(base) ? nullptr : got;
}

}  // namespace

void reserve_region() {
  if (region.base != 0) return;
  void* got = nullptr;
  for (const std::uintptr_t base : kBases) {
    got = reserve_at(base);
    if (got != nullptr) break;
  }
  if (got == nullptr) panic("cannot reserve address space for the simulation");
  // Huge pages would make a sparse shadow resident.
  madvise(got, layout::kTotalBytes, MADV_NOHUGEPAGE);
  auto* at = static_cast<std::byte*>(got);
  const auto take = [&at](std::size_t bytes) {
    std::byte* part = at;
    at += bytes;
    return part;
  };
  region.base = reinterpret_cast<std::uintptr_t>(got);
  region.arena = take(layout::kArenaBytes);
  region.stacks = take(layout::kStackBytes);
  region.shadow = take(layout::kShadowBytes);
  region.heap_state = reinterpret_cast<std::uint8_t*>(take(layout::kHeapStateBytes));
  region.world = take(layout::kWorldBytes);
  region.pool = take(layout::kPoolBytes);
  region.image = take(layout::kImageBytes);
  region.donors = take(layout::kDonorBytes);
}

void prepare_stack(std::size_t slot) {
  if (stack_ready[slot]) return;
  stack_ready[slot] = true;
  std::byte* guard = region.stacks + slot * layout::kStackStride;
  if (mprotect(guard, layout::kPage, PROT_NONE) != 0) panic("cannot protect a guard page");
}

std::byte* stack_top(std::size_t slot) { return region.stacks + (slot + 1) * layout::kStackStride; }

}  // namespace tidemark::sim::kernel
