// SPDX-License-Identifier: MIT
// The calls that -fsanitize=thread puts before plain accesses.
#include <string.h>

#include "tidemark/sim/intercept/plain.hpp"
#include "tidemark/sim/kernel/image_heap.hpp"

namespace {
using tidemark::sim::intercept::watch;
using tidemark::sim::intercept::watch_range;

std::uintptr_t address_of(const volatile void* at) { return reinterpret_cast<std::uintptr_t>(at); }
}  // namespace

#define TIDEMARK_PLAIN(bytes)                                           \
  TIDEMARK_DOOR void __tsan_read##bytes(void* at) {                     \
    watch<bytes, false>(address_of(at), TIDEMARK_CALLER);               \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_write##bytes(void* at) {                    \
    watch<bytes, true>(address_of(at), TIDEMARK_CALLER);                \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_read_write##bytes(void* at) {               \
    watch<bytes, true>(address_of(at), TIDEMARK_CALLER);                \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_volatile_read##bytes(void* at) {            \
    watch<bytes, false>(address_of(at), TIDEMARK_CALLER);               \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_volatile_write##bytes(void* at) {           \
    watch<bytes, true>(address_of(at), TIDEMARK_CALLER);                \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_unaligned_read##bytes(void* at) {           \
    watch<bytes, false>(address_of(at), TIDEMARK_CALLER);               \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_unaligned_write##bytes(void* at) {          \
    watch<bytes, true>(address_of(at), TIDEMARK_CALLER);                \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_unaligned_read_write##bytes(void* at) {     \
    watch<bytes, true>(address_of(at), TIDEMARK_CALLER);                \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_unaligned_volatile_read##bytes(void* at) {  \
    watch<bytes, false>(address_of(at), TIDEMARK_CALLER);               \
  }                                                                     \
  TIDEMARK_DOOR void __tsan_unaligned_volatile_write##bytes(void* at) { \
    watch<bytes, true>(address_of(at), TIDEMARK_CALLER);                \
  }

TIDEMARK_PLAIN(1)
TIDEMARK_PLAIN(2)
TIDEMARK_PLAIN(4)
TIDEMARK_PLAIN(8)
TIDEMARK_PLAIN(16)

TIDEMARK_DOOR void __tsan_read_range(void* at, unsigned long bytes) {
  watch_range(address_of(at), bytes, false, TIDEMARK_CALLER);
}
TIDEMARK_DOOR void __tsan_write_range(void* at, unsigned long bytes) {
  watch_range(address_of(at), bytes, true, TIDEMARK_CALLER);
}

// A constructor sets the virtual table pointer again and again to what it is; only a change
// conflicts with a virtual call.
TIDEMARK_DOOR void __tsan_vptr_update(void** at, void* value) {
  if (*at == value) {
    watch<8, false>(address_of(at), TIDEMARK_CALLER);
  } else {
    watch<8, true>(address_of(at), TIDEMARK_CALLER);
  }
}
TIDEMARK_DOOR void __tsan_vptr_read(void** at) { watch<8, false>(address_of(at), TIDEMARK_CALLER); }

TIDEMARK_DOOR void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  watch_range(address_of(from), bytes, false, TIDEMARK_CALLER);
  watch_range(address_of(to), bytes, true, TIDEMARK_CALLER);
  return memmove(to, from, bytes);
}
TIDEMARK_DOOR void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  watch_range(address_of(from), bytes, false, TIDEMARK_CALLER);
  watch_range(address_of(to), bytes, true, TIDEMARK_CALLER);
  return memmove(to, from, bytes);
}
TIDEMARK_DOOR void* __tsan_memset(void* to, int value, unsigned long bytes) {
  watch_range(address_of(to), bytes, true, TIDEMARK_CALLER);
  return memset(to, value, bytes);
}

// The first thing that every file of a world's module does when it is loaded.
TIDEMARK_DOOR void __tsan_init() { tidemark::sim::kernel::image::module_begins(TIDEMARK_CALLER); }
TIDEMARK_DOOR void __tsan_func_entry(void*) {}
TIDEMARK_DOOR void __tsan_func_exit() {}
