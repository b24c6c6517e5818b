// SPDX-License-Identifier: MIT
#include <errno.h>

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/shake.hpp"
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
  std::uint32_t generation;
  std::uint32_t serial;  ///< counted within the execution
};
static_assert(sizeof(Header) == 32);

constexpr std::uint16_t kMagic = 0x7D3A;
constexpr std::size_t kAlignment = 16;
constexpr std::size_t kRedZone = 16;
// A race between a free and an access is looked for in this much of a block.
constexpr std::size_t kFreeWatched = 256;

// Bump-allocated from below. A shaken execution uses both halves, each from below.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t used = 0;
};
constexpr std::size_t kHalf = layout::kArenaBytes / 2;
Stretch lower{0, layout::kArenaBytes, 0};
Stretch upper{kHalf, layout::kArenaBytes, kHalf};
std::uint32_t blocks = 0;

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
        header->generation == state.generation) {
      return header;
    }
  }
  return nullptr;
}

bool fits(const Stretch& stretch, std::size_t bytes) { return stretch.used + bytes <= stretch.end; }

// With room for a block and what surrounds it, whatever its gap and alignment; null when full.
Stretch* choose_stretch(std::size_t bytes) {
  if (!shake::shaken.on) return fits(lower, bytes) ? &lower : nullptr;
  const bool up = shake::in_upper_stretch();
  Stretch* const first = up ? &upper : &lower;
  Stretch* const second = up ? &lower : &upper;
  return fits(*first, bytes) ? first : fits(*second, bytes) ? second : nullptr;
}

void forget_blocks(Stretch& stretch) {
  const std::size_t granules = (stretch.used - stretch.begin + kRedZone) / layout::kGranule + 1;
  raw::fill(states_at(stretch.begin), heap_state::kUntouched, granules);
  stretch.used = stretch.begin;
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
  const std::size_t gap = shake::shaken.on ? shake::gap() : 0;
  const std::size_t around = gap + 2 * kRedZone + sizeof(Header) + alignment + layout::kGranule;
  Stretch* const stretch = bytes > kHalf ? nullptr : choose_stretch(bytes + around);
  if (stretch == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  const std::size_t used = stretch->used;
  const std::size_t begin =
      (used + gap + kRedZone + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  const std::size_t end = (begin + bytes + layout::kGranule - 1) & ~(layout::kGranule - 1);
  void* block = region.arena + begin;
  Header& header = *header_of(block);
  header.bytes = bytes;
  header.allocated_at = static_cast<std::uint32_t>(pc);
  header.freed_at = 0;
  header.process = state.current->process->id;
  header.allocated_by = state.current->id;
  header.magic = kMagic;
  header.generation = state.generation;
  header.serial = ++blocks;
  raw::fill(states_at(used), heap_state::kRedZone, (begin - used) / layout::kGranule);
  raw::fill(states_at(begin), heap_state::kLive, (end - begin) / layout::kGranule);
  if (bytes % layout::kGranule != 0) {
    *states_at(end - layout::kGranule) = static_cast<std::uint8_t>(bytes % layout::kGranule);
  }
  raw::fill(states_at(end), heap_state::kRedZone, kRedZone / layout::kGranule);
  raw::fill(block, shake::shaken.fresh_byte, bytes);
  stretch->used = end;
  return block;
}

void arena_free(void* block, std::uintptr_t pc) {
  const std::size_t offset = offset_of(block);
  Header& header = *header_of(block);
  const bool is_block = offset % kAlignment == 0 && offset >= sizeof(Header) &&
                        header.magic == kMagic && header.generation == state.generation;
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
  if (shake::shaken.on) raw::fill(block, shake::shaken.freed_byte, header.bytes);
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

// Red zones show where blocks begin: the block is what lies between the two nearest ones below.
Located locate_block(std::uintptr_t address) {
  constexpr std::size_t kGranule = layout::kGranule;
  const std::size_t offset = address - region.base;
  // Almost always the first byte of a block; and an empty block has no granule of its own.
  if (offset % kAlignment == 0 && offset >= sizeof(Header)) {
    const auto* const header = reinterpret_cast<const Header*>(address) - 1;
    if (header->magic == kMagic && header->generation == state.generation) {
      return {header->serial, 0};
    }
  }
  std::size_t granule = offset / kGranule;
  const std::uint8_t* const states = region.heap_state;
  if (states[granule] == heap_state::kUntouched) return {0, offset};
  while (granule > 0 && states[granule] == heap_state::kRedZone) --granule;
  while (granule > 0 && states[granule - 1] != heap_state::kRedZone) --granule;
  if (granule == 0) return {0, offset};
  const auto* const block = region.arena + granule * kGranule;
  return {header_of(block)->serial, address - reinterpret_cast<std::uintptr_t>(block)};
}

void reset_arena() {
  forget_blocks(lower);
  if (upper.used != upper.begin) forget_blocks(upper);
  // Only a shaken execution uses the upper stretch.
  lower.end = shake::shaken.on ? kHalf : layout::kArenaBytes;
  blocks = 0;
}

}  // namespace tidemark::sim::kernel
