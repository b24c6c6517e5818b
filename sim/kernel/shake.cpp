// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/shake.hpp"

#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"

namespace tidemark::sim::kernel::shake {

Shaken shaken;

namespace {

constexpr std::size_t kUnit = 16;
constexpr std::size_t kGapsMax = 16;
constexpr std::size_t kStackShiftsMax = 64;
// As deep as most threads ever get; what lies below was written by earlier executions.
constexpr std::size_t kDirtyBytes = 16 * 1024;
constexpr std::size_t kDonorsInPlay = 16;

choice::Generator generator;
std::size_t shifts[layout::kStacks];

// Zero and all ones are what code most often asks for; any other byte may be as good as the one
// that is always there.
std::uint8_t draw_byte() {
  const std::uint64_t draw = generator.next();
  if ((draw & 3) == 0) return 0;
  return (draw & 3) == 1 ? 0xFF : static_cast<std::uint8_t>(draw >> 8);
}

}  // namespace

void begin(std::uint64_t seed) {
  shaken = Shaken{};
  if (seed == 0) return;
  generator.reseed(seed);
  shaken.on = true;
  shaken.fresh_byte = draw_byte();
  shaken.freed_byte = draw_byte();
  shaken.donor_flip = generator.below(kDonorsInPlay);
}

std::size_t gap() { return kUnit * generator.below(kGapsMax); }

bool in_upper_stretch() { return (generator.next() & 1) != 0; }

std::size_t dirty_stack(std::size_t slot) {
  shifts[slot] = 0;
  if (!shaken.on) return 0;
  shifts[slot] = kUnit * generator.below(kStackShiftsMax);
  raw::fill(stack_top(slot) - kDirtyBytes, draw_byte(), kDirtyBytes);
  return shifts[slot];
}

std::size_t stack_shift(std::size_t slot) { return shifts[slot]; }

}  // namespace tidemark::sim::kernel::shake
