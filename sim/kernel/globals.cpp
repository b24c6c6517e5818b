// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/globals.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstddef>

#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"

namespace tidemark::sim::kernel {

namespace {

using layout::kPage;

struct Range {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
  bool instrumented = false;
};

// A page that was written at least once since the program started.
struct Kept {
  std::uintptr_t from = 0;  ///< the part of the page that belongs to the range
  std::size_t bytes = 0;
  std::byte* copy = nullptr;
  bool instrumented = false;
};

constexpr std::size_t kRangesMax = 32;
constexpr std::size_t kKeptMax = 16384;
Range ranges[kRangesMax];
std::size_t range_count = 0;
Kept kept[kKeptMax];
std::size_t kept_count = 0;
std::byte* copies = nullptr;

std::uintptr_t page_of(std::uintptr_t address) { return address & ~(kPage - 1); }

void protect(std::uintptr_t low, std::uintptr_t high, int rights) {
  const std::uintptr_t first = page_of(low);
  const std::uintptr_t last = page_of(high + kPage - 1);
  raw::system_call(SYS_mprotect, static_cast<long>(first), static_cast<long>(last - first), rights);
}

}  // namespace

void keep_globals(std::uintptr_t low, std::uintptr_t high, bool instrumented) {
  if (range_count == kRangesMax) panic("too many writable segments");
  ranges[range_count++] = {low, high, instrumented};
}

void protect_globals() {
  if (copies == nullptr) {
    void* got = mmap(nullptr, kKeptMax * kPage, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) panic("no memory for a snapshot of globals");
    copies = static_cast<std::byte*>(got);
  }
  for (std::size_t i = 0; i < range_count; ++i) {
    protect(ranges[i].low, ranges[i].high, PROT_READ);
  }
}

namespace {

// Keeps the part of a page that belongs to a range.
void keep_part(std::uintptr_t page, const Range& range) {
  if (kept_count == kKeptMax) panic("the program's globals are too large to restore");
  const std::uintptr_t from = page < range.low ? range.low : page;
  const std::uintptr_t to = page + kPage < range.high ? page + kPage : range.high;
  Kept& fresh = kept[kept_count];
  fresh = {from, to - from, copies + kept_count * kPage, range.instrumented};
  raw::copy(fresh.copy, reinterpret_cast<void*>(from), fresh.bytes);
  ++kept_count;
}

bool is_kept(std::uintptr_t page) {
  for (std::size_t i = 0; i < kept_count; ++i) {
    if (page_of(kept[i].from) == page) return true;
  }
  return false;
}

}  // namespace

bool unprotect_global(std::uintptr_t address) {
  const std::uintptr_t page = page_of(address);
  if (is_kept(page)) return false;  // writable already: a fault of another kind
  bool ours = false;
  for (std::size_t i = 0; i < range_count; ++i) {
    const Range& range = ranges[i];
    if (page + kPage <= range.low || page >= range.high) continue;
    keep_part(page, range);
    ours = true;
  }
  if (ours) protect(page, page + kPage, PROT_READ | PROT_WRITE);
  return ours;
}

void save_globals() {
  for (std::size_t i = 0; i < kept_count; ++i) {
    raw::copy(kept[i].copy, reinterpret_cast<void*>(kept[i].from), kept[i].bytes);
  }
}

void restore_globals() {
  for (std::size_t i = 0; i < kept_count; ++i) {
    raw::copy(reinterpret_cast<void*>(kept[i].from), kept[i].copy, kept[i].bytes);
  }
}

void each_written_global(void (*visit)(std::uintptr_t begin, std::size_t bytes)) {
  for (std::size_t i = 0; i < kept_count; ++i) visit(kept[i].from, kept[i].bytes);
}

void restore_instrumented_globals() {
  for (std::size_t i = 0; i < kept_count; ++i) {
    if (!kept[i].instrumented) continue;
    raw::copy(reinterpret_cast<void*>(kept[i].from), kept[i].copy, kept[i].bytes);
  }
}

}  // namespace tidemark::sim::kernel
