// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>

namespace tidemark::sim::kernel {

/// Memory of one execution for the kernel itself: bump-allocated, dropped as a whole at its end.
/// `bytes` is rounded up to 32, the alignment. Ends the execution as `internal` when it runs out.
void* pool_allocate(std::size_t bytes);

template <class T>
T* pool_new() {
  return new (pool_allocate(sizeof(T))) T{};
}

void reset_pool();

}  // namespace tidemark::sim::kernel
