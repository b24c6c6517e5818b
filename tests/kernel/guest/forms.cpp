// SPDX-License-Identifier: MIT
// Ways to have a block and ways to give it back, matched and not.
#include <cstdlib>
#include <memory>
#include <new>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

// Hidden from the compiler, which may leave out what belongs together and warns of what does not.
template <class T>
__attribute__((noinline)) T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer));
  return pointer;
}

constexpr std::align_val_t kWide{64};

struct alignas(64) Wide {
  int value = 1;
};

struct WithEnd {
  ~WithEnd() { value = 0; }
  int value = 1;
};

struct Base {
  int first = 1;
};
struct Derived : Base {
  int second[4] = {};
};

void* one(std::size_t bytes) { return opaque(::operator new(bytes)); }
void* many(std::size_t bytes) { return opaque(::operator new[](bytes)); }

}  // namespace

void every_form_matches(Io&) {
  free(opaque(malloc(8)));
  free(opaque(realloc(opaque(malloc(8)), 100)));
  free(opaque(aligned_alloc(64, 64)));
  delete opaque(new int);
  delete[] opaque(new int[3]);
  delete[] opaque(new WithEnd[3]);
  delete opaque(new Wide);
  delete[] opaque(new Wide[3]);
  delete opaque(new (std::nothrow) int);
  delete[] opaque(new (std::nothrow) int[3]);
  delete opaque(new (std::nothrow) Wide);
  delete[] opaque(new (std::nothrow) Wide[3]);
  ::operator delete(one(5), std::nothrow);
  ::operator delete[](many(5), std::nothrow);
  ::operator delete(one(0), std::size_t{0});
  ::operator delete[](many(5), std::size_t{5});
  ::operator delete(opaque(::operator new(5, kWide)), 5, kWide);
  ::operator delete[](opaque(::operator new[](5, kWide)), 5, kWide);
  ::operator delete(opaque(::operator new(5, kWide)), kWide, std::nothrow);
  std::allocator<int> allocator;
  for (const std::size_t count : {0, 1, 7}) allocator.deallocate(allocator.allocate(count), count);
  const std::shared_ptr<Wide[]> shared = std::make_shared<Wide[]>(2);
}

void new_ends_in_free(Io&) { free(one(8)); }
void malloc_ends_in_delete(Io&) { ::operator delete(opaque(malloc(8))); }
void new_array_ends_in_delete(Io&) { delete opaque(static_cast<int*>(many(12))); }
void array_of_objects_ends_in_delete(Io&) { delete opaque(new WithEnd[3]); }
void new_ends_in_delete_array(Io&) { ::operator delete[](one(12)); }
void new_ends_in_realloc(Io& io) { io.out = opaque(realloc(one(8), 16)) != nullptr ? 1 : 0; }

void aligned_new_ends_in_plain_delete(Io&) {
  ::operator delete(opaque(::operator new(8, kWide)), std::size_t{8});
}
void new_ends_in_aligned_delete(Io&) { ::operator delete(one(8), kWide); }
void alignment_differs(Io&) {
  ::operator delete(opaque(::operator new(8, kWide)), std::align_val_t{128});
}

void size_differs(Io&) { ::operator delete(one(20), std::size_t{8}); }
void size_of_an_array_differs(Io&) { ::operator delete[](many(20), std::size_t{24}); }

// No virtual destructor: what is deleted is the base's size.
void deleted_as_its_base(Io&) {
  Base* const base = opaque(new Derived);
  delete base;
}

}  // namespace tidemark::guest
