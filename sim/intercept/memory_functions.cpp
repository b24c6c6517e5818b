// SPDX-License-Identifier: MIT
// mem… and str…: g++ 12 and clang 14 call them directly for copies of simulated code, past the
// hooks for plain accesses. Here they become accesses to ranges.
#include <string.h>

#include "tidemark/sim/intercept/plain.hpp"
#include "tidemark/sim/kernel/raw.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

// What the kernel and libc do on their own account is nobody's access.
bool simulated(std::uintptr_t caller) {
  return state.live && !kernel::libc::is_kernel(caller) && !kernel::libc::is_libc(caller);
}

void reads(const void* at, std::size_t bytes, std::uintptr_t caller) {
  watch_range(reinterpret_cast<std::uintptr_t>(at), bytes, false, caller);
}
void writes(const void* at, std::size_t bytes, std::uintptr_t caller) {
  watch_range(reinterpret_cast<std::uintptr_t>(at), bytes, true, caller);
}

// The real functions. The loader runs constructors of other objects before ours, so each pointer is
// found at first use; finding one calls none of these.
struct Real {
  decltype(&::memcpy) copy;
  decltype(&::memmove) move;
  decltype(&::memset) set;
  int (*compare)(const void*, const void*, std::size_t);
  std::size_t (*length)(const char*);
};
Real real;

__attribute__((constructor(102))) void find_real() {
  real.copy = reinterpret_cast<decltype(real.copy)>(kernel::libc::next_symbol("memcpy"));
  real.move = reinterpret_cast<decltype(real.move)>(kernel::libc::next_symbol("memmove"));
  real.set = reinterpret_cast<decltype(real.set)>(kernel::libc::next_symbol("memset"));
  real.compare = reinterpret_cast<decltype(real.compare)>(kernel::libc::next_symbol("memcmp"));
  real.length = reinterpret_cast<decltype(real.length)>(kernel::libc::next_symbol("strlen"));
}

// Before the loader has run `find_real`.
__attribute__((noinline)) void* slow_move(void* to, const void* from, std::size_t bytes) {
  auto* t = static_cast<unsigned char*>(to);
  const auto* f = static_cast<const unsigned char*>(from);
  if (t <= f) {
    kernel::raw::copy(to, from, bytes);
    return to;
  }
  while (bytes-- > 0) {
    t[bytes] = f[bytes];
    __asm__ volatile("" : : : "memory");
  }
  return to;
}

}  // namespace

TIDEMARK_DOOR void* memcpy(void* __restrict to, const void* __restrict from,
                           std::size_t bytes) noexcept {
  if (__builtin_expect(simulated(TIDEMARK_CALLER), 0)) {
    reads(from, bytes, TIDEMARK_CALLER);
    writes(to, bytes, TIDEMARK_CALLER);
  }
  return real.copy != nullptr ? real.copy(to, from, bytes) : slow_move(to, from, bytes);
}

TIDEMARK_DOOR void* memmove(void* to, const void* from, std::size_t bytes) noexcept {
  if (__builtin_expect(simulated(TIDEMARK_CALLER), 0)) {
    reads(from, bytes, TIDEMARK_CALLER);
    writes(to, bytes, TIDEMARK_CALLER);
  }
  return real.move != nullptr ? real.move(to, from, bytes) : slow_move(to, from, bytes);
}

TIDEMARK_DOOR void* memset(void* to, int value, std::size_t bytes) noexcept {
  if (__builtin_expect(simulated(TIDEMARK_CALLER), 0)) writes(to, bytes, TIDEMARK_CALLER);
  if (real.set != nullptr) return real.set(to, value, bytes);
  kernel::raw::fill(to, static_cast<std::uint8_t>(value), bytes);
  return to;
}

TIDEMARK_DOOR int memcmp(const void* a, const void* b, std::size_t bytes) noexcept {
  if (__builtin_expect(simulated(TIDEMARK_CALLER), 0)) {
    reads(a, bytes, TIDEMARK_CALLER);
    reads(b, bytes, TIDEMARK_CALLER);
  }
  if (real.compare != nullptr) return real.compare(a, b, bytes);
  const auto* x = static_cast<const unsigned char*>(a);
  const auto* y = static_cast<const unsigned char*>(b);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

TIDEMARK_DOOR std::size_t strlen(const char* text) noexcept {
  std::size_t length = 0;
  if (real.length != nullptr) {
    length = real.length(text);
  } else {
    while (text[length] != 0) {
      ++length;
      __asm__ volatile("" : : : "memory");
    }
  }
  if (__builtin_expect(simulated(TIDEMARK_CALLER), 0)) reads(text, length + 1, TIDEMARK_CALLER);
  return length;
}
