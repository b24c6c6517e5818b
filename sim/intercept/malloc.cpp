// SPDX-License-Identifier: MIT
// The allocator: who is asking decides where a block comes from, its address where it goes back to.
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/image_heap.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/memory/shadow.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;
namespace image = tidemark::sim::kernel::image;

namespace {

using kernel::Call;
using kernel::Form;

constexpr std::size_t kAlignment = 16;

enum class Heap { libc, arena, world, image };

// libc's own blocks (stdio buffers, time zones) outlive every execution.
Heap heap_for(std::uintptr_t caller) {
  if (state.current == nullptr) {
    return __builtin_expect(image::loading, 0) && image::is_wanted() ? Heap::image : Heap::libc;
  }
  if (state.mode == kernel::Mode::host) return Heap::libc;
  if (kernel::libc::is_libc(caller)) return Heap::libc;
  return state.mode == kernel::Mode::guest ? Heap::arena : Heap::world;
}

Heap heap_of(const void* block) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (kernel::region.in_arena(address)) return Heap::arena;
  if (kernel::region.in_world(address)) return Heap::world;
  if (kernel::region.in_image(address)) return Heap::image;
  return Heap::libc;
}

void* allocate(std::size_t bytes, std::size_t alignment, const Call& call) {
  switch (heap_for(call.pc)) {
    case Heap::arena: return kernel::arena_allocate(bytes, alignment, call);
    case Heap::world: return kernel::world_allocate(bytes, alignment);
    case Heap::image: return image::allocate(bytes, alignment);
    case Heap::libc: break;
  }
  return alignment <= kAlignment ? __libc_malloc(bytes) : __libc_memalign(alignment, bytes);
}

// What is no block at all would end inside of libc, far from the mistake.
bool is_variable(const void* at) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return kernel::region.in_stacks(address) || memory::global_cell(address) != nullptr;
}

void release(void* block, const Call& call) {
  switch (heap_of(block)) {
    case Heap::arena:
      // Outside the execution nothing of it is left to give back.
      if (state.current != nullptr) kernel::arena_free(block, call);
      return;
    case Heap::world:
      if (state.current != nullptr) kernel::world_free(block);
      return;
    case Heap::image: return;
    case Heap::libc:
      if (state.live && is_variable(block)) misuse("free of what was never allocated", call.pc);
      __libc_free(block);
      return;
  }
}

std::size_t size_of(void* block) {
  switch (heap_of(block)) {
    case Heap::arena: return kernel::arena_size(block);
    case Heap::world: return kernel::world_size(block);
    case Heap::image: return image::size_of(block);
    case Heap::libc: break;
  }
  return TIDEMARK_REAL(malloc_usable_size)(block);
}

}  // namespace

TIDEMARK_DOOR void* malloc(std::size_t bytes) noexcept {
  return allocate(bytes, kAlignment, {.pc = TIDEMARK_CALLER});
}

TIDEMARK_DOOR void free(void* block) noexcept {
  if (block != nullptr) release(block, {.pc = TIDEMARK_CALLER});
}

TIDEMARK_DOOR void* calloc(std::size_t count, std::size_t each) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (heap_for(TIDEMARK_CALLER) == Heap::libc) return __libc_calloc(count, each);
  void* block = allocate(bytes, kAlignment, {.pc = TIDEMARK_CALLER});
  if (block != nullptr) kernel::raw::fill(block, 0, bytes);
  return block;
}

TIDEMARK_DOOR void* realloc(void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return allocate(bytes, kAlignment, {.pc = TIDEMARK_CALLER});
  if (heap_of(block) == Heap::libc) return __libc_realloc(block, bytes);
  if (bytes == 0) {
    release(block, {.pc = TIDEMARK_CALLER});
    return nullptr;
  }
  void* moved = allocate(bytes, kAlignment, {.pc = TIDEMARK_CALLER});
  if (moved == nullptr) return nullptr;
  const std::size_t before = size_of(block);
  kernel::raw::copy(moved, block, before < bytes ? before : bytes);
  release(block, {.pc = TIDEMARK_CALLER});
  return moved;
}

TIDEMARK_DOOR void* reallocarray(void* block, std::size_t count, std::size_t each) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(block, bytes);
}

TIDEMARK_DOOR void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment, {.pc = TIDEMARK_CALLER});
}

TIDEMARK_DOOR void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment, {.pc = TIDEMARK_CALLER});
}

TIDEMARK_DOOR int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  void* block = allocate(bytes, alignment, {.pc = TIDEMARK_CALLER});
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}

TIDEMARK_DOOR std::size_t malloc_usable_size(void* block) noexcept {
  return block == nullptr ? 0 : size_of(block);
}

// operator new and delete, so that a report names the caller and not libstdc++. A block that cannot
// be had ends in libstdc++'s own operator, which knows how to throw.
namespace {

void* new_block(std::size_t bytes, std::size_t alignment, const Call& call) {
  void* block = allocate(bytes == 0 ? 1 : bytes, alignment, call);
  if (block != nullptr) return block;
  using Real = void* (*)(std::size_t);
  static Real real;
  if (real == nullptr) real = reinterpret_cast<Real>(kernel::libc::next_symbol("_Znwm"));
  return real(bytes);
}

void* new_block_or_null(std::size_t bytes, std::size_t alignment, const Call& call) {
  return allocate(bytes == 0 ? 1 : bytes, alignment, call);
}

void delete_block(void* block, const Call& call) {
  if (block != nullptr) release(block, call);
}

}  // namespace

// `get` says how the block is had; the rest are what the caller told of it.
#define TIDEMARK_NEW(function, mangled, get, parameters, given, ...) \
  TIDEMARK_DOOR void* function parameters __asm__(mangled);          \
  TIDEMARK_DOOR void* function parameters {                          \
    return get(bytes, given, {.pc = TIDEMARK_CALLER, __VA_ARGS__});  \
  }
#define TIDEMARK_DELETE(function, mangled, parameters, ...)    \
  TIDEMARK_DOOR void function parameters __asm__(mangled);     \
  TIDEMARK_DOOR void function parameters {                     \
    delete_block(block, {.pc = TIDEMARK_CALLER, __VA_ARGS__}); \
  }

// Every form of one operator: `name` in the doors, `letter` in the mangled names.
#define TIDEMARK_OPERATORS(name, letter, kind)                                             \
  TIDEMARK_NEW(new_##name, "_Zn" letter "m", new_block, (std::size_t bytes), kAlignment,   \
               .form = kind)                                                               \
  TIDEMARK_NEW(new_##name##_quiet, "_Zn" letter "mRKSt9nothrow_t", new_block_or_null,      \
               (std::size_t bytes, const void*), kAlignment, .form = kind)                 \
  TIDEMARK_NEW(new_##name##_aligned, "_Zn" letter "mSt11align_val_t", new_block,           \
               (std::size_t bytes, std::size_t alignment), alignment, .form = kind,        \
               .alignment = alignment)                                                     \
  TIDEMARK_NEW(new_##name##_aligned_quiet, "_Zn" letter "mSt11align_val_tRKSt9nothrow_t",  \
               new_block_or_null, (std::size_t bytes, std::size_t alignment, const void*), \
               alignment, .form = kind, .alignment = alignment)
#define TIDEMARK_OPERATORS_BACK(name, letter, kind)                                              \
  TIDEMARK_DELETE(delete_##name, "_Zd" letter "Pv", (void* block), .form = kind)                 \
  TIDEMARK_DELETE(delete_##name##_quiet, "_Zd" letter "PvRKSt9nothrow_t",                        \
                  (void* block, const void*), .form = kind)                                      \
  TIDEMARK_DELETE(delete_##name##_sized, "_Zd" letter "Pvm", (void* block, std::size_t bytes),   \
                  .form = kind, .bytes = bytes, .sized = true)                                   \
  TIDEMARK_DELETE(delete_##name##_aligned, "_Zd" letter "PvSt11align_val_t",                     \
                  (void* block, std::size_t alignment), .form = kind, .alignment = alignment)    \
  TIDEMARK_DELETE(delete_##name##_aligned_quiet, "_Zd" letter "PvSt11align_val_tRKSt9nothrow_t", \
                  (void* block, std::size_t alignment, const void*), .form = kind,               \
                  .alignment = alignment)                                                        \
  TIDEMARK_DELETE(delete_##name##_sized_aligned, "_Zd" letter "PvmSt11align_val_t",              \
                  (void* block, std::size_t bytes, std::size_t alignment), .form = kind,         \
                  .alignment = alignment, .bytes = bytes, .sized = true)

TIDEMARK_OPERATORS(one, "w", Form::one)
TIDEMARK_OPERATORS(many, "a", Form::many)
TIDEMARK_OPERATORS_BACK(one, "l", Form::one)
TIDEMARK_OPERATORS_BACK(many, "a", Form::many)
