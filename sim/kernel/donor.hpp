// SPDX-License-Identifier: MIT
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

/// Thread-local storage for fibers. Each fiber borrows the TLS block of a real thread that is
/// parked for ever: `&thread_local`, errno, exception globals and `pthread_self()` are then
/// distinct and nothing needs copying at a switch. Blocks and stacks of the donors are at fixed
/// addresses.
namespace tidemark::sim::kernel {

/// The running context's thread pointer (FS base).
std::uintptr_t thread_pointer();
void set_thread_pointer_slow(std::uintptr_t value);

/// The processor lets user code write FS base.
extern bool has_fast_base;

inline void set_thread_pointer(std::uintptr_t value) {
  if (__builtin_expect(has_fast_base, 1)) {
    _writefsbase_u64(value);
  } else {
    set_thread_pointer_slow(value);
  }
}

/// The thread pointer of the donor of one slot, its TLS of the world's modules as at program start.
/// Starts real threads where none is parked yet.
std::uintptr_t lend_thread(std::size_t slot);

/// Starts donors ahead of need, outside executions.
void park_donors(std::size_t count);

/// A module whose TLS belongs to the world: set to its initial image whenever a fiber starts.
void add_thread_image(std::uintptr_t offset_below_thread_pointer, std::size_t bytes,
                      const std::byte* image, std::size_t image_bytes);

/// Calls `visit` with what a fiber with that thread pointer has of its own of each such module.
void each_thread_image(std::uintptr_t pointer,
                       void (*visit)(std::uintptr_t begin, std::size_t bytes));

}  // namespace tidemark::sim::kernel
