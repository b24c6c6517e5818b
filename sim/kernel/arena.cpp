// SPDX-License-Identifier: MIT
#include <errno.h>

#include "tidemark/sim/kernel/block.hpp"
#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/heap_misuse.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/shake.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/memory/race.hpp"

namespace tidemark::sim::kernel {

namespace {

constexpr std::uint16_t kMagic = Block::kMagic;
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
std::uint32_t newest = 0;  // as `Block::previous`

// While a search runs each thread has a stretch of its own: an address means the same in every run.
constexpr std::size_t kOwnStretches = 64;
constexpr std::size_t kOwnBytes = layout::kArenaBytes / kOwnStretches;
Stretch own[kOwnStretches];
std::size_t own_used = 0;  // one more than the highest in use

Stretch& own_stretch() {
  const std::size_t thread = state.fiber % kOwnStretches;
  Stretch& stretch = own[thread];
  if (stretch.end == 0) {
    stretch.begin = stretch.used = thread * kOwnBytes;
    stretch.end = stretch.begin + kOwnBytes;
  }
  if (thread >= own_used) own_used = thread + 1;
  return stretch;
}

Block* header_of(const void* block) {
  return reinterpret_cast<Block*>(const_cast<std::byte*>(static_cast<const std::byte*>(block)) -
                                  sizeof(Block));
}

std::uint8_t* states_at(std::size_t offset) {
  return region.heap_state + offset / layout::kGranule;
}

std::size_t offset_of(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - region.base;
}

bool fits(const Stretch& stretch, std::size_t bytes) { return stretch.used + bytes <= stretch.end; }

// With room for a block and what surrounds it, whatever its gap and alignment; null when full.
Stretch* choose_stretch(std::size_t bytes) {
  if (state.searching) return fits(own_stretch(), bytes) ? &own_stretch() : nullptr;
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

constexpr std::uint32_t kSerialMask = (1u << 25) - 1;
constexpr std::uint32_t kFormMask = 3;

}  // namespace

const Block* newest_block() {
  return newest == 0 ? nullptr : header_of(region.arena + std::size_t{newest} * kAlignment);
}

const Block* block_before(const Block& block) {
  const std::size_t before = block.previous;
  return before == 0 ? nullptr : header_of(region.arena + before * kAlignment);
}

void forget_blocks_of(Process& owner) {
  owner.live_blocks = 0;
  owner.first_block = blocks + 1;
}

void* arena_allocate(std::size_t bytes, std::size_t alignment, const Call& call) {
  if (alignment < kAlignment) alignment = kAlignment;
  const std::size_t gap = shake::shaken.on ? shake::gap() : 0;
  const std::size_t around = gap + 2 * kRedZone + sizeof(Block) + alignment + layout::kGranule;
  Stretch* const stretch = bytes > kHalf ? nullptr : choose_stretch(bytes + around);
  if (stretch == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  const std::size_t used = stretch->used;
  const std::size_t begin =
      (used + gap + kRedZone + sizeof(Block) + alignment - 1) & ~(alignment - 1);
  const std::size_t end = (begin + bytes + layout::kGranule - 1) & ~(layout::kGranule - 1);
  void* block = region.arena + begin;
  Block& header = *header_of(block);
  header.bytes = static_cast<std::uint32_t>(bytes);
  header.previous = newest;
  header.allocated_at = static_cast<std::uint32_t>(call.pc);
  header.freed_at = 0;
  header.process = state.current->process->id;
  header.allocated_by = state.current->id;
  header.magic = kMagic;
  header.generation = state.generation;
  header.serial = ++blocks & kSerialMask;
  header.form = static_cast<std::uint32_t>(call.form) & kFormMask;
  header.alignment = Block::exponent_of(call.alignment);
  newest = static_cast<std::uint32_t>(begin / kAlignment);
  if (state.trace != nullptr) remember_call_stack(header.serial, BlockEvent::allocated);
  ++state.current->process->live_blocks;
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

void arena_free(void* block, const Call& call) {
  const std::uintptr_t pc = call.pc;
  const std::size_t offset = offset_of(block);
  Block& header = *header_of(block);
  const bool is_block = offset % kAlignment == 0 && offset >= sizeof(Block) &&
                        header.magic == kMagic && header.generation == state.generation;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (!is_block) report_no_block(address, call);
  if (header.freed_at != 0) {
    report_heap_misuse(Category::double_free, "double free", address, 0, pc);
  }
  if (fiber_count() > 1 && header.bytes > 0 && state.current->ignore_accesses == 0) {
    const std::size_t watched = header.bytes < kFreeWatched ? header.bytes : kFreeWatched;
    memory::check_access(address, watched, memory::Access::kWrite, pc);
  }
  check_match(header, call);
  Process& owner = process(header.process);
  if (header.serial >= owner.first_block) --owner.live_blocks;
  header.freed_at = static_cast<std::uint32_t>(pc) | 1;
  header.freed_by = state.current->id;
  if (state.trace != nullptr) remember_call_stack(header.serial, BlockEvent::freed);
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
        report_heap_misuse(Category::use_after_free, "use after free", at, bytes, pc);
      }
      report_heap_misuse(Category::overrun, "access outside of a heap block", at, bytes, pc);
    }
    at = next;
  }
}

// Red zones show where blocks begin: the block is what lies between the two nearest ones below.
Located locate_block(std::uintptr_t address) {
  constexpr std::size_t kGranule = layout::kGranule;
  const std::size_t offset = address - region.base;
  // Almost always the first byte of a block; and an empty block has no granule of its own.
  if (offset % kAlignment == 0 && offset >= sizeof(Block)) {
    const auto* const header = reinterpret_cast<const Block*>(address) - 1;
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
  for (std::size_t i = 0; i < own_used; ++i) {
    if (own[i].used != own[i].begin) forget_blocks(own[i]);
  }
  own_used = 0;
  forget_blocks(lower);
  if (upper.used != upper.begin) forget_blocks(upper);
  // Only a shaken execution uses the upper stretch.
  lower.end = shake::shaken.on ? kHalf : layout::kArenaBytes;
  blocks = newest = 0;
}

}  // namespace tidemark::sim::kernel
