// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/heap.hpp"

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/shake.hpp"

namespace tidemark::sim::kernel {

void reset_arena();

namespace {

// In front of every block. Blocks of one power-of-two class are reused by the next of that class.
struct alignas(16) Header {
  std::uint64_t bytes;       ///< 0 while it is free
  std::uint32_t size_class;  ///< exponent; 0 for blocks that are not reused
  std::uint32_t previous;    ///< carved before this one: offset in units of 16; zero for none
};

struct Free {
  Free* next;
};

constexpr std::uint32_t kSmallest = 5;
constexpr std::uint32_t kLargest = 26;
constexpr std::size_t kAlignment = 16;

Free* lists[kLargest + 1];
std::size_t used = 0;
std::uint32_t newest = 0;  // as `Header::previous`

std::uint32_t class_of(std::size_t bytes) {
  std::uint32_t exponent = kSmallest;
  while ((std::size_t{1} << exponent) < bytes) ++exponent;
  return exponent;
}

void* carve(std::size_t bytes, std::size_t alignment, std::uint32_t size_class,
            std::size_t capacity) {
  const std::size_t begin = (used + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  if (begin + capacity > layout::kWorldBytes) {
    end_execution(Category::unsupported, "fakes and models need more memory than a world has");
  }
  used = begin + capacity;
  std::byte* block = region.world + begin;
  *reinterpret_cast<Header*>(block - sizeof(Header)) = {bytes, size_class, newest};
  newest = static_cast<std::uint32_t>(begin / kAlignment);
  return block;
}

void* take(std::size_t bytes, std::size_t alignment) {
  if (alignment > kAlignment || bytes > (std::size_t{1} << kLargest)) {
    return carve(bytes, alignment < kAlignment ? kAlignment : alignment, 0, bytes);
  }
  const std::uint32_t size_class = class_of(bytes);
  if (Free* reused = lists[size_class]) {
    lists[size_class] = reused->next;
    auto* header = reinterpret_cast<Header*>(reused) - 1;
    header->bytes = bytes;
    return reused;
  }
  return carve(bytes, kAlignment, size_class, std::size_t{1} << size_class);
}

}  // namespace

void* world_allocate(std::size_t bytes, std::size_t alignment) {
  void* const block = take(bytes, alignment);
  // The harness' own code must not read what nobody wrote either.
  if (shake::shaken.on) raw::fill(block, shake::shaken.fresh_byte, bytes);
  return block;
}

void world_free(void* block) {
  auto* header = static_cast<Header*>(block) - 1;
  header->bytes = 0;
  if (header->size_class == 0) return;
  auto* freed = static_cast<Free*>(block);
  freed->next = lists[header->size_class];
  lists[header->size_class] = freed;
}

std::size_t world_size(const void* block) { return (static_cast<const Header*>(block) - 1)->bytes; }

void each_world_block(void (*visit)(std::uintptr_t begin, std::size_t bytes)) {
  for (std::size_t at = newest; at != 0;) {
    const std::byte* const block = region.world + at * kAlignment;
    const auto* const header = reinterpret_cast<const Header*>(block) - 1;
    if (header->bytes != 0) visit(reinterpret_cast<std::uintptr_t>(block), header->bytes);
    at = header->previous;
  }
}

void reset_heaps() {
  reset_arena();
  used = newest = 0;
  for (Free*& list : lists) list = nullptr;
}

}  // namespace tidemark::sim::kernel
