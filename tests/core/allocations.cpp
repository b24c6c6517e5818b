// SPDX-License-Identifier: MIT
#include "tidemark/tests/core/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t asked = 0;
thread_local bool exhausted = false;

void* allocate(std::size_t bytes, std::size_t alignment) {
  ++asked;
  if (exhausted) throw std::bad_alloc{};
  // A multiple of the alignment is asked for by the library function's contract.
  void* const block = alignment <= alignof(std::max_align_t)
                          ? std::malloc(bytes)
                          : std::aligned_alloc(alignment, (bytes + alignment - 1) & -alignment);
  if (block == nullptr) throw std::bad_alloc{};
  return block;
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }

namespace tidemark::testing {

std::size_t allocations() { return asked; }

NoMemory::NoMemory() { exhausted = true; }

NoMemory::~NoMemory() { exhausted = false; }

}  // namespace tidemark::testing
