// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// Runs an execution elsewhere: other addresses, other bytes where nothing was written.
///
/// A program that depends on neither takes the same steps with the same values, whatever the shake.
/// Heap blocks get random gaps between them and lie in two stretches, so that a later block may
/// have a lower address; fresh and freed blocks are filled with a byte each; stacks begin elsewhere
/// and are dirty; threads have other handles.
namespace tidemark::sim::kernel::shake {

/// What is drawn anew for each execution. Without a shake all is as it always is.
struct Shaken {
  bool on = false;
  std::uint8_t fresh_byte = 0xCD;
  std::uint8_t freed_byte = 0xCD;
  std::size_t donor_flip = 0;  ///< XORed to the slot of a thread's borrowed TLS
};
extern Shaken shaken;

/// The next execution begins; `seed` zero means: not shaken.
void begin(std::uint64_t seed);

/// Bytes to leave free before the next heap block, and whether it lies in the upper stretch.
/// Only while shaken.
std::size_t gap();
bool in_upper_stretch();

/// Dirties the stack of a slot whose fiber starts, and returns how far below its top it begins.
std::size_t dirty_stack(std::size_t slot);
std::size_t stack_shift(std::size_t slot);

}  // namespace tidemark::sim::kernel::shake
