// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark::bench {

/// Operations of each of the two threads of `yields` and `fetch_adds`.
inline constexpr int kOperations = 1000;

/// What the kernel's benchmark explores: instrumented code, in a module of its own.
struct Guest {
  void (*yields)(void*);
  void (*fetch_adds)(void*);
  void (*locks)(void*);  ///< two threads, ten times lock, increment, unlock
};

extern const Guest kGuest;

}  // namespace tidemark::bench
