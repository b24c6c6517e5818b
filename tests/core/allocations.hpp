// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tidemark::testing {

/// What the calling thread asked of `operator new` since it began. The test program brings its own.
[[nodiscard]] std::size_t allocations();

/// While it lives, memory has run out for the calling thread: `operator new` throws.
class NoMemory {
 public:
  NoMemory();
  ~NoMemory();
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;
};

}  // namespace tidemark::testing
