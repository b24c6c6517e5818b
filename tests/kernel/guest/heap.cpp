// SPDX-License-Identifier: MIT
// The heap, used and misused.
#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

using Byte = volatile unsigned char;

// Hidden from the compiler, which knows too well what becomes of freed memory.
template <class T>
__attribute__((noinline)) T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer));
  return pointer;
}

Byte* block(std::size_t bytes) { return opaque(static_cast<Byte*>(malloc(bytes))); }
void give_back(Byte* freed) { free(const_cast<unsigned char*>(opaque(freed))); }

bool is_aligned(const void* at, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(at) % alignment == 0;
}

struct alignas(128) Wide {
  int value = 3;
};

struct WithEnd {
  ~WithEnd() { value = 0; }
  int value = 1;
};

}  // namespace

void reads_after_free(Io& io) {
  Byte* const bytes = block(20);
  give_back(bytes);
  io.out = bytes[3];
}

void writes_after_free(Io&) {
  Byte* const bytes = block(20);
  give_back(bytes);
  bytes[19] = 1;
}

void copies_after_free(Io&) {
  unsigned char here[20];
  Byte* const bytes = block(20);
  give_back(bytes);
  std::memcpy(opaque(here), opaque(const_cast<unsigned char*>(bytes)), sizeof here);
}

void loads_after_delete(Io& io) {
  auto* atomic = opaque(new std::atomic<int>(1));
  delete atomic;
  io.out = static_cast<std::uint64_t>(opaque(atomic)->load());
}

void locks_after_delete(Io&) {
  auto* mutex = opaque(new std::mutex);
  delete mutex;
  opaque(mutex)->lock();
}

void keeps_a_reference_into_a_vector(Io& io) {
  std::vector<int> values(4, 1);
  const int& first = *opaque(&values[0]);
  values.resize(400);
  io.out = static_cast<std::uint64_t>(first);
}

void used_after_free_by_another(Io& io) {
  Byte* const bytes = block(8);
  together([bytes] { give_back(bytes); });
  io.out = bytes[0];
}

void frees_twice(Io&) {
  Byte* const bytes = block(20);
  give_back(bytes);
  give_back(bytes);
}

void deletes_twice(Io&) {
  int* const one = opaque(new int(1));
  delete one;
  delete opaque(one);
}

void frees_inside_of_a_block(Io&) { give_back(block(64) + 16); }

void frees_the_stack(Io&) {
  alignas(16) unsigned char bytes[16] = {};
  give_back(bytes);
}

void frees_a_global(Io&) {
  alignas(16) static unsigned char bytes[16];
  give_back(bytes);
}

void overruns(Io& io) {
  Byte* const bytes = block(io.in);
  bytes[io.in - 1] = 1;
  bytes[io.in] = 1;
}

void underruns(Io&) { *(block(16) - 1) = 1; }

void overruns_an_array(Io&) {
  auto* values = opaque(new WithEnd[3]);
  opaque(values)[3].value = 1;
}

void reads_over_the_end_of_a_text(Io& io) {
  auto* text = opaque(static_cast<char*>(malloc(4)));
  std::memset(text, 'x', 4);
  io.out = std::strlen(opaque(text));
}

void uses_the_old_block_after_realloc(Io& io) {
  Byte* const bytes = block(16);
  void* const moved = realloc(opaque(const_cast<unsigned char*>(bytes)), 4000);
  assert(moved != nullptr);
  io.out = bytes[0];
}

void reallocates(Io&) {
  auto* bytes = static_cast<unsigned char*>(realloc(nullptr, 10));
  for (int i = 0; i < 10; ++i) bytes[i] = static_cast<unsigned char>(i);
  bytes = static_cast<unsigned char*>(realloc(bytes, 3000));
  for (int i = 0; i < 10; ++i) assert(bytes[i] == i);
  bytes[2999] = 1;
  bytes = static_cast<unsigned char*>(realloc(bytes, 5));
  for (int i = 0; i < 5; ++i) assert(bytes[i] == i);
  assert(malloc_usable_size(bytes) == 5);
  bytes = static_cast<unsigned char*>(reallocarray(bytes, 4, 25));
  assert(bytes[4] == 4 && malloc_usable_size(bytes) == 100);
  assert(realloc(bytes, 0) == nullptr);
}

void allocates_in_every_way(Io&) {
  auto* zeros = static_cast<unsigned char*>(calloc(7, 9));
  for (int i = 0; i < 63; ++i) assert(zeros[i] == 0);
  free(zeros);
  void* aligned = aligned_alloc(256, 512);
  assert(is_aligned(aligned, 256));
  free(aligned);
  assert(posix_memalign(&aligned, 4096, 10) == 0 && is_aligned(aligned, 4096));
  free(aligned);
  aligned = memalign(64, 1);
  assert(is_aligned(aligned, 64));
  free(aligned);
  assert(is_aligned(std::make_unique<Wide>().get(), 128));
  assert(is_aligned(std::make_unique<Wide[]>(3).get(), 128));
  delete[] opaque(new WithEnd[5]);
  int* const quiet = new (std::nothrow) int(4);
  assert(*quiet == 4);
  delete quiet;
  free(nullptr);
  void* const empty = malloc(0);
  assert(empty != nullptr);
  free(empty);
}

void asks_for_too_much(Io& io) {
  const std::size_t huge = *opaque(std::make_unique<std::size_t>(SIZE_MAX / 4).get());
  errno = 0;
  assert(opaque(malloc(huge)) == nullptr && errno == ENOMEM);
  assert(opaque(calloc(huge, 16)) == nullptr);
  assert(opaque(reallocarray(nullptr, huge, 16)) == nullptr);
  assert(opaque(new (std::nothrow) char[huge]) == nullptr);
  try {
    delete[] opaque(new char[huge]);
  } catch (const std::bad_alloc&) {
    io.out = 1;
  }
}

void address_of_a_block(Io& io) {
  const auto one = std::make_unique<std::string>(100, 'x');
  io.out = reinterpret_cast<std::uintptr_t>(one->data());
}

void freed_memory_is_not_used_again(Io&) {
  Byte* const first = block(48);
  give_back(first);
  Byte* const second = block(48);
  assert(first != second);
  give_back(second);
}

void contents_of_fresh_memory(Io& io) {
  std::uint64_t value;
  void* const fresh = opaque(malloc(sizeof value));
  std::memcpy(&value, fresh, sizeof value);
  free(fresh);
  io.out = value;
}

void text_of_the_library_is_freed(Io& io) {
  char* const text = strdup("made by libc");
  io.out = std::strlen(text);
  free(text);
}

}  // namespace tidemark::guest
