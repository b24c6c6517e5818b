// SPDX-License-Identifier: MIT
#include <errno.h>

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::kernel {

namespace {

// In front of every block, inside its red zone.
struct alignas(16) Header {
  std::uint64_t bytes;
  std::uint32_t allocated_at;  ///< low words of program counters
  std::uint32_t freed_at;
  ProcessId process;
  FiberId allocated_by;
  FiberId freed_by;
  std::uint16_t magic;
  std::uint64_t padding;
};
static_assert(sizeof(Header) == 32);

constexpr std::uint16_t kMagic = 0x7D3A;
constexpr std::size_t kAlignment = 16;
constexpr std::size_t kRedZone = 16;
constexpr std::uint8_t kFreshByte = 0xCD;
// A race between a free and an access is looked for in this much of a block.
constexpr std::size_t kFreeWatched = 256;

std::size_t used = 0;

Header* header_of(const void* block) {
  return reinterpret_cast<Header*>(const_cast<std::byte*>(static_cast<const std::byte*>(block)) -
                                   sizeof(Header));
}

std::uint8_t* states_at(std::size_t offset) {
  return region.heap_state + offset / layout::kGranule;
}

std::size_t offset_of(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - region.base;
}

// The block whose bytes or red zones hold an address: the nearest header below it.
const Header* block_near(std::uintptr_t address) {
  std::size_t offset = (address - region.base) & ~(kAlignment - 1);
  constexpr std::size_t kReach = std::size_t{1} << 20;
  const std::size_t stop = offset > kReach ? offset - kReach : 0;
  for (; offset > stop; offset -= kAlignment) {
    const auto* header = reinterpret_cast<const Header*>(region.arena + offset - sizeof(Header));
    if (offset >= sizeof(Header) && header->magic == kMagic &&
        header->padding == state.generation) {
      return header;
    }
  }
  return nullptr;
}

[[noreturn]] void report(Category category, const char* what, std::uintptr_t address,
                         std::size_t bytes, std::uintptr_t pc) {
  set_mode(Mode::world);
  Failure& failed = failure();
  failed.where[0] = pc;
  failed.fibers[0] = state.current->id;
  failed.places = 1;
  Message message = failure_message();
  message.text(what);
  if (bytes != 0) message.text(" of ").number(bytes).text(bytes == 1 ? " byte" : " bytes");
  message.text(" by ").text(state.current->name);
  if (const Header* block = block_near(address)) {
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(block + 1);
    message.text(address < begin + block->bytes ? ", inside" : ", behind")
        .text(" a block of ")
        .number(block->bytes)
        .text(" bytes allocated by ")
        .text(fiber(block->allocated_by).name);
    failed.where[1] = memory::full_pc(block->allocated_at);
    failed.fibers[1] = block->allocated_by;
    if (block->freed_at != 0) {
      message.text(" and freed by ").text(fiber(block->freed_by).name);
      failed.where[1] = memory::full_pc(block->freed_at);
      failed.fibers[1] = block->freed_by;
    }
    failed.places = 2;
  }
  end_execution(category, "");
}

}  // namespace

void* arena_allocate(std::size_t bytes, std::size_t alignment, std::uintptr_t pc) {
  if (alignment < kAlignment) alignment = kAlignment;
  const std::size_t begin = (used + kRedZone + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  const std::size_t end = (begin + bytes + layout::kGranule - 1) & ~(layout::kGranule - 1);
  if (bytes > layout::kArenaBytes / 2 || end + kRedZone > layout::kArenaBytes) {
    errno = ENOMEM;
    return nullptr;
  }
  void* block = region.arena + begin;
  Header& header = *header_of(block);
  header.bytes = bytes;
  header.allocated_at = static_cast<std::uint32_t>(pc);
  header.freed_at = 0;
  header.process = state.current->process->id;
  header.allocated_by = state.current->id;
  header.magic = kMagic;
  header.padding = state.generation;
  raw::fill(states_at(used), heap_state::kRedZone, (begin - used) / layout::kGranule);
  raw::fill(states_at(begin), heap_state::kLive, (end - begin) / layout::kGranule);
  if (bytes % layout::kGranule != 0) {
    *states_at(end - layout::kGranule) = static_cast<std::uint8_t>(bytes % layout::kGranule);
  }
  raw::fill(states_at(end), heap_state::kRedZone, kRedZone / layout::kGranule);
  raw::fill(block, kFreshByte, bytes);
  used = end;
  return block;
}

void arena_free(void* block, std::uintptr_t pc) {
  const std::size_t offset = offset_of(block);
  Header& header = *header_of(block);
  const bool is_block = offset % kAlignment == 0 && offset >= sizeof(Header) &&
                        header.magic == kMagic && header.padding == state.generation;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (!is_block) report(Category::misuse, "free of what was never allocated", address, 0, pc);
  if (header.freed_at != 0) report(Category::double_free, "double free", address, 0, pc);
  if (fiber_count() > 1 && header.bytes > 0 && state.current->ignore_accesses == 0) {
    const std::size_t watched = header.bytes < kFreeWatched ? header.bytes : kFreeWatched;
    memory::check_access(address, watched, memory::Access::kWrite, pc);
  }
  header.freed_at = static_cast<std::uint32_t>(pc) | 1;
  header.freed_by = state.current->id;
  const std::size_t granules = (header.bytes + layout::kGranule - 1) / layout::kGranule;
  raw::fill(states_at(offset), heap_state::kFreed, granules);
}

std::size_t arena_size(const void* block) { return header_of(block)->bytes; }

void check_heap_slow(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  for (std::uintptr_t at = address; at < address + bytes;) {
    if (!region.in_arena(at)) return;
    const std::uintptr_t granule = at & ~std::uintptr_t{layout::kGranule - 1};
    const std::uintptr_t next = granule + layout::kGranule;
    const std::uintptr_t last = (next < address + bytes ? next : address + bytes) - 1;
    const std::uint8_t known = *states_at(granule - region.base);
    if (known > heap_state::kLive || last - granule >= known) {
      if (known == heap_state::kFreed) {
        report(Category::use_after_free, "use after free", at, bytes, pc);
      }
      report(Category::overrun, "access outside of a heap block", at, bytes, pc);
    }
    at = next;
  }
}

void reset_arena() {
  raw::fill(region.heap_state, heap_state::kUntouched, (used + kRedZone) / layout::kGranule + 1);
  used = 0;
}

}  // namespace tidemark::sim::kernel
