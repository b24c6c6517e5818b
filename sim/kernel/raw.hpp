// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// What the kernel does without libc: libc's names are doors into the simulator, and the kernel
/// must not walk through its own doors.
namespace tidemark::sim::kernel::raw {

/// A system call as the machine has it: a negative result is -errno.
inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result = 0;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

inline void copy(void* to, const void* from, std::size_t bytes) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

/// The string instruction pays off from about this many bytes on.
inline constexpr std::size_t kStringInstruction = 256;

inline void fill(void* to, std::uint8_t value, std::size_t bytes) {
  if (bytes >= kStringInstruction) {
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
    return;
  }
  using Word = std::uint64_t __attribute__((may_alias, aligned(1)));
  const std::uint64_t word = value * 0x0101010101010101ull;
  auto* at = static_cast<std::uint8_t*>(to);
  for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
    *reinterpret_cast<Word*>(at) = word;
  }
  for (; bytes > 0; --bytes) *at++ = value;
}

/// Copies a string into a buffer of `capacity`, cut to fit, always terminated.
inline void copy_text(char* to, std::size_t capacity, const char* from) {
  std::size_t i = 0;
  if (from != nullptr) {
    for (; i + 1 < capacity && from[i] != 0; ++i) to[i] = from[i];
  }
  to[i] = 0;
}

inline bool starts_with(const char* text, const char* prefix) {
  while (*prefix != 0) {
    if (*text++ != *prefix++) return false;
  }
  return true;
}

inline bool contains(const char* text, const char* part) {
  for (; *text != 0; ++text) {
    if (starts_with(text, part)) return true;
  }
  return *part == 0;
}

}  // namespace tidemark::sim::kernel::raw
