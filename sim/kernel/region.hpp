// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The one reserved stretch of address space in which executions live.
///
/// It starts at a fixed address (or one of a few fallbacks), so that equal executions see equal
/// addresses; nothing hashes an address all the same. Pages are touched as they are used and stay
/// resident: executions reuse them from the beginning.
namespace tidemark::sim::kernel {

namespace layout {
inline constexpr std::size_t kGranule = 8;  ///< bytes that share one shadow cell
inline constexpr std::size_t kArenaBytes = std::size_t{1} << 30;
inline constexpr std::size_t kStackStride = 256 * 1024;  ///< a guard page, then the stack
inline constexpr std::size_t kPage = 4096;
inline constexpr std::size_t kStacks = 256;
inline constexpr std::size_t kStackBytes = kStacks * kStackStride;
inline constexpr std::size_t kCheckedBytes = kArenaBytes + kStackBytes;  ///< what has a shadow
inline constexpr std::size_t kCellBytes = 32;
inline constexpr std::size_t kShadowBytes = kCheckedBytes / kGranule * kCellBytes;
inline constexpr std::size_t kHeapStateBytes = kArenaBytes / kGranule;
inline constexpr std::size_t kWorldBytes = std::size_t{1} << 30;
inline constexpr std::size_t kPoolBytes = std::size_t{1} << 31;  ///< clocks, stores, objects
inline constexpr std::size_t kImageBytes = std::size_t{1} << 28;
inline constexpr std::size_t kDonorStride = 128 * 1024;
inline constexpr std::size_t kDonorBytes = kStacks * kDonorStride;
inline constexpr std::size_t kTotalBytes = kCheckedBytes + kShadowBytes + kHeapStateBytes +
                                           kWorldBytes + kPoolBytes + kImageBytes + kDonorBytes;
}  // namespace layout

/// Where the parts begin. All zero until `reserve_region`.
struct Region {
  std::uintptr_t base = 0;  ///< of the checked part: the arena, then the stacks
  std::byte* arena = nullptr;
  std::byte* stacks = nullptr;
  std::byte* shadow = nullptr;
  std::uint8_t* heap_state = nullptr;
  std::byte* world = nullptr;
  std::byte* pool = nullptr;
  std::byte* image = nullptr;
  std::byte* donors = nullptr;

  bool in_arena(std::uintptr_t address) const { return address - base < layout::kArenaBytes; }
  bool in_stacks(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(stacks) < layout::kStackBytes;
  }
  bool in_image(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(image) < layout::kImageBytes;
  }
  bool in_world(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(world) < layout::kWorldBytes;
  }
};

extern Region region;

/// Reserves the region once. Ends the process with a sentence where the machine refuses.
void reserve_region();

/// Makes the stack of one slot usable, guard page below it. Idempotent.
void prepare_stack(std::size_t slot);

/// One past the highest byte of a slot's stack.
std::byte* stack_top(std::size_t slot);

}  // namespace tidemark::sim::kernel
