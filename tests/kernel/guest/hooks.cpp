// SPDX-License-Identifier: MIT
// Every call that a compiler makes for a plain access, called by hand: no compiler emits all of
// them.
#include <iterator>

#include "tidemark/tests/kernel/guest/guest.hpp"

#define HOOKS(bytes)                                 \
  void __tsan_read##bytes(void*);                    \
  void __tsan_write##bytes(void*);                   \
  void __tsan_read_write##bytes(void*);              \
  void __tsan_volatile_read##bytes(void*);           \
  void __tsan_volatile_write##bytes(void*);          \
  void __tsan_unaligned_read##bytes(void*);          \
  void __tsan_unaligned_write##bytes(void*);         \
  void __tsan_unaligned_read_write##bytes(void*);    \
  void __tsan_unaligned_volatile_read##bytes(void*); \
  void __tsan_unaligned_volatile_write##bytes(void*);

extern "C" {
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
void __tsan_read_range(void*, unsigned long);
void __tsan_write_range(void*, unsigned long);
void __tsan_vptr_read(void**);
void __tsan_vptr_update(void**, void*);
}
#undef HOOKS

namespace tidemark::guest {
namespace {

struct Hook {
  const char* name;
  unsigned bytes;
  bool writes;
  void (*call)(void*);
};

#define HOOK(kind, bytes, writes) {#kind #bytes, bytes, writes, &__tsan_##kind##bytes}
#define WIDTHS(kind, writes)                                                                  \
  HOOK(kind, 1, writes), HOOK(kind, 2, writes), HOOK(kind, 4, writes), HOOK(kind, 8, writes), \
      HOOK(kind, 16, writes)

constexpr unsigned kRange = 21;  // neither a power of two nor a multiple of eight

const Hook kHooks[] = {
    WIDTHS(read, false),
    WIDTHS(write, true),
    WIDTHS(read_write, true),
    WIDTHS(volatile_read, false),
    WIDTHS(volatile_write, true),
    WIDTHS(unaligned_read, false),
    WIDTHS(unaligned_write, true),
    WIDTHS(unaligned_read_write, true),
    WIDTHS(unaligned_volatile_read, false),
    WIDTHS(unaligned_volatile_write, true),
    {"read_range", kRange, false, [](void* at) { __tsan_read_range(at, kRange); }},
    {"write_range", kRange, true, [](void* at) { __tsan_write_range(at, kRange); }},
};
#undef WIDTHS
#undef HOOK

alignas(16) char bytes[48];
void* table_pointer;

// Hook `in / 4` beside a write of one byte: the last it covers, the one behind, the first, or the
// one in front.
void beside(Io& io, std::size_t shift, void (*other)(void*)) {
  const Hook& hook = kHooks[io.in / 4];
  char* const low = bytes + 16 + shift;
  char* const at[] = {low + hook.bytes - 1, low + hook.bytes, low, low - 1};
  together([&hook, low] { hook.call(low); }, [&] { other(at[io.in % 4]); });
}

}  // namespace

std::size_t hook_count() { return std::size(kHooks); }
const char* hook_name(std::size_t index) { return kHooks[index].name; }
bool hook_writes(std::size_t index) { return kHooks[index].writes; }

void hook_beside_write(Io& io) { beside(io, 0, &__tsan_write1); }
void hook_beside_read(Io& io) { beside(io, 0, &__tsan_read1); }
void unaligned_hook_beside_write(Io& io) { beside(io, 5, &__tsan_write1); }

void table_pointer_set_to_what_it_is(Io&) {
  table_pointer = bytes;
  together([] { __tsan_vptr_update(&table_pointer, bytes); },
           [] { __tsan_vptr_read(&table_pointer); });
}

void table_pointer_changed(Io&) {
  together([] { __tsan_vptr_update(&table_pointer, bytes); },
           [] { __tsan_vptr_read(&table_pointer); });
}

}  // namespace tidemark::guest
