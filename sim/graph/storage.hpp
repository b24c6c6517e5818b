// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tidemark::sim::graph {

/// Address space for `bytes`, zeroed, committed as it is touched. Ends the process with a sentence
/// where the machine refuses.
void* reserve_bytes(std::size_t bytes);

template <class T>
T* reserve(std::size_t count) {
  return static_cast<T*>(reserve_bytes(count * sizeof(T)));
}

}  // namespace tidemark::sim::graph
