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

void* allocate(std::size_t bytes, std::size_t alignment, std::uintptr_t caller) {
  switch (heap_for(caller)) {
    case Heap::arena: return kernel::arena_allocate(bytes, alignment, caller);
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

void release(void* block, std::uintptr_t caller) {
  switch (heap_of(block)) {
    case Heap::arena:
      // Outside the execution nothing of it is left to give back.
      if (state.current != nullptr) kernel::arena_free(block, caller);
      return;
    case Heap::world:
      if (state.current != nullptr) kernel::world_free(block);
      return;
    case Heap::image: return;
    case Heap::libc:
      if (state.live && is_variable(block)) misuse("free of what was never allocated", caller);
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
  return allocate(bytes, kAlignment, TIDEMARK_CALLER);
}

TIDEMARK_DOOR void free(void* block) noexcept {
  if (block != nullptr) release(block, TIDEMARK_CALLER);
}

TIDEMARK_DOOR void* calloc(std::size_t count, std::size_t each) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (heap_for(TIDEMARK_CALLER) == Heap::libc) return __libc_calloc(count, each);
  void* block = allocate(bytes, kAlignment, TIDEMARK_CALLER);
  if (block != nullptr) kernel::raw::fill(block, 0, bytes);
  return block;
}

TIDEMARK_DOOR void* realloc(void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return allocate(bytes, kAlignment, TIDEMARK_CALLER);
  if (heap_of(block) == Heap::libc) return __libc_realloc(block, bytes);
  if (bytes == 0) {
    release(block, TIDEMARK_CALLER);
    return nullptr;
  }
  void* moved = allocate(bytes, kAlignment, TIDEMARK_CALLER);
  if (moved == nullptr) return nullptr;
  const std::size_t before = size_of(block);
  kernel::raw::copy(moved, block, before < bytes ? before : bytes);
  release(block, TIDEMARK_CALLER);
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
  return allocate(bytes, alignment, TIDEMARK_CALLER);
}

TIDEMARK_DOOR void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  void* block = allocate(bytes, alignment, TIDEMARK_CALLER);
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

void* new_block(std::size_t bytes, std::size_t alignment, std::uintptr_t caller) {
  void* block = allocate(bytes == 0 ? 1 : bytes, alignment, caller);
  if (block != nullptr) return block;
  using Real = void* (*)(std::size_t);
  static Real real;
  if (real == nullptr) real = reinterpret_cast<Real>(kernel::libc::next_symbol("_Znwm"));
  return real(bytes);
}

void delete_block(void* block, std::uintptr_t caller) {
  if (block != nullptr) release(block, caller);
}

}  // namespace

#define TIDEMARK_NEW(function, mangled, parameters, alignment) \
  TIDEMARK_DOOR void* function parameters __asm__(mangled);    \
  TIDEMARK_DOOR void* function parameters { return new_block(bytes, alignment, TIDEMARK_CALLER); }
#define TIDEMARK_NEW_OR_NULL(function, mangled, parameters, alignment)   \
  TIDEMARK_DOOR void* function parameters __asm__(mangled);              \
  TIDEMARK_DOOR void* function parameters {                              \
    return allocate(bytes == 0 ? 1 : bytes, alignment, TIDEMARK_CALLER); \
  }
#define TIDEMARK_DELETE(function, mangled, parameters)     \
  TIDEMARK_DOOR void function parameters __asm__(mangled); \
  TIDEMARK_DOOR void function parameters { delete_block(block, TIDEMARK_CALLER); }

TIDEMARK_NEW(new_one, "_Znwm", (std::size_t bytes), kAlignment)
TIDEMARK_NEW(new_many, "_Znam", (std::size_t bytes), kAlignment)
TIDEMARK_NEW(new_one_aligned, "_ZnwmSt11align_val_t", (std::size_t bytes, std::size_t alignment),
             alignment)
TIDEMARK_NEW(new_many_aligned, "_ZnamSt11align_val_t", (std::size_t bytes, std::size_t alignment),
             alignment)
TIDEMARK_NEW_OR_NULL(new_one_quiet, "_ZnwmRKSt9nothrow_t", (std::size_t bytes, const void*),
                     kAlignment)
TIDEMARK_NEW_OR_NULL(new_many_quiet, "_ZnamRKSt9nothrow_t", (std::size_t bytes, const void*),
                     kAlignment)
TIDEMARK_DELETE(delete_one, "_ZdlPv", (void* block))
TIDEMARK_DELETE(delete_many, "_ZdaPv", (void* block))
TIDEMARK_DELETE(delete_one_sized, "_ZdlPvm", (void* block, std::size_t))
TIDEMARK_DELETE(delete_many_sized, "_ZdaPvm", (void* block, std::size_t))
TIDEMARK_DELETE(delete_one_aligned, "_ZdlPvSt11align_val_t", (void* block, std::size_t))
TIDEMARK_DELETE(delete_many_aligned, "_ZdaPvSt11align_val_t", (void* block, std::size_t))
TIDEMARK_DELETE(delete_one_sized_aligned, "_ZdlPvmSt11align_val_t",
                (void* block, std::size_t, std::size_t))
TIDEMARK_DELETE(delete_many_sized_aligned, "_ZdaPvmSt11align_val_t",
                (void* block, std::size_t, std::size_t))
TIDEMARK_DELETE(delete_one_quiet, "_ZdlPvRKSt9nothrow_t", (void* block, const void*))
TIDEMARK_DELETE(delete_many_quiet, "_ZdaPvRKSt9nothrow_t", (void* block, const void*))
