// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/shake.hpp"

namespace tidemark::sim::kernel {

namespace {

constexpr unsigned kTagShift = 48;
// No module and no part of the region lies so low.
constexpr unsigned kSmall = 32;

std::size_t distance(std::uintptr_t address, const std::byte* from) {
  return address - reinterpret_cast<std::uintptr_t>(from);
}

std::uint64_t tagged(std::uint64_t tag, std::uint64_t value) { return value | (tag << kTagShift); }

// How far below the top of its own stack, wherever that begins in this execution.
std::uint64_t of_stack(std::size_t offset) {
  const std::size_t slot = offset / layout::kStackStride;
  const std::size_t below = (slot + 1) * layout::kStackStride - offset;
  return tagged(0xA1, (std::uint64_t{slot} << 32) + below - shake::stack_shift(slot));
}

std::uint64_t of_donor(std::size_t offset) {
  const std::size_t slot = (offset / layout::kDonorStride) ^ shake::shaken.donor_flip;
  return tagged(0xA2, slot * layout::kDonorStride + offset % layout::kDonorStride);
}

std::uint64_t in_region(std::uintptr_t address) {
  if (region.in_arena(address)) {
    const Located at = locate_block(address);
    return tagged(0xA0, (std::uint64_t{at.serial} << 24) + at.offset);
  }
  if (region.in_stacks(address)) return of_stack(distance(address, region.stacks));
  const std::size_t in_donors = distance(address, region.donors);
  if (in_donors < layout::kDonorBytes) return of_donor(in_donors);
  return tagged(0xA3, address - region.base);
}

}  // namespace

// The upper sixteen bits are no part of an address, and programs keep counters there.
std::uint64_t logical_value(std::uint64_t value) {
  if (value >> kSmall == 0) return value;
  constexpr std::uint64_t kAddress = (std::uint64_t{1} << kTagShift) - 1;
  const std::uint64_t address = value & kAddress;
  if (address - region.base < layout::kTotalBytes) {
    return in_region(address) ^ (value & ~kAddress);
  }
  const std::uint64_t in_module = logical_in_module(value);
  return in_module != 0 ? in_module : value;
}

}  // namespace tidemark::sim::kernel
