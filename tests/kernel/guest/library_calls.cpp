// SPDX-License-Identifier: MIT
// Atomics that a compiler leaves to libatomic.
#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {

// The names are operators of the compiler, with other parameters.
using U128 = unsigned __int128;
void library_load(std::size_t, const void*, void*, int) __asm__("__atomic_load");
void library_store(std::size_t, void*, const void*, int) __asm__("__atomic_store");
void library_exchange(std::size_t, void*, const void*, void*, int) __asm__("__atomic_exchange");
bool library_compare_exchange(std::size_t, void*, void*, const void*, int,
                              int) __asm__("__atomic_compare_exchange");
U128 library_load_16(const void*, int) __asm__("__atomic_load_16");
void library_store_16(void*, U128, int) __asm__("__atomic_store_16");
U128 library_fetch_add_16(void*, U128, int) __asm__("__atomic_fetch_add_16");
bool library_compare_exchange_16(void*, void*, U128, int,
                                 int) __asm__("__atomic_compare_exchange_16");

namespace {

struct alignas(16) Wide {
  U128 value = 0;
};

struct Odd {
  std::uint64_t words[3] = {};
  bool operator==(const Odd&) const = default;
};

}  // namespace

// By hand: compilers call the library for odd sizes, or for wide ones without -mcx16.
void library_calls_have_their_values(Io&) {
  constexpr int kSeq = __ATOMIC_SEQ_CST;
  Odd odd{{1, 2, 3}};
  Odd seen;
  library_load(sizeof odd, &odd, &seen, kSeq);
  assert(seen == (Odd{{1, 2, 3}}));
  const Odd other{{4, 5, 6}};
  library_store(sizeof odd, &odd, &other, kSeq);
  const Odd third{{7, 8, 9}};
  library_exchange(sizeof odd, &odd, &third, &seen, kSeq);
  assert(seen == other && odd == third);
  assert(!library_compare_exchange(sizeof odd, &odd, &seen, &other, kSeq, kSeq) && seen == third);
  assert(library_compare_exchange(sizeof odd, &odd, &seen, &other, kSeq, kSeq) && odd == other);

  Wide wide{5};
  U128 value = 6;
  U128 before = 0;
  library_load(sizeof wide, &wide, &before, kSeq);
  assert(before == 5);
  library_store(sizeof wide, &wide, &value, kSeq);
  library_exchange(sizeof wide, &wide, &before, &value, kSeq);
  assert(value == 6 && wide.value == 5);
  assert(!library_compare_exchange(sizeof wide, &wide, &value, &before, kSeq, kSeq) && value == 5);
  assert(library_load_16(&wide, kSeq) == 5);
  library_store_16(&wide, 8, kSeq);
  assert(library_fetch_add_16(&wide, 2, kSeq) == 8);
  value = 10;
  assert(library_compare_exchange_16(&wide, &value, 11, kSeq, kSeq) && wide.value == 11);
}

// The message that `in` of the four calls carries: an odd size, then sixteen bytes.
void library_call_carries(Io& io) {
  static Odd odd;
  static Wide wide;
  static int data;
  const int order = io.in == 1 ? __ATOMIC_RELAXED : __ATOMIC_RELEASE;
  together(
      [&] {
        data = 1;
        const Odd full{{1, 1, 1}};
        if (io.in == 2) {
          library_store(sizeof odd, &odd, &full, order);
        } else {
          library_store_16(&wide, 1, order);
        }
      },
      [&] {
        Odd seen;
        library_load(sizeof odd, &odd, &seen, __ATOMIC_ACQUIRE);
        if (seen.words[2] == 1 || library_load_16(&wide, __ATOMIC_ACQUIRE) == 1) {
          io.out = static_cast<std::uint64_t>(data);
        }
      });
}

}  // namespace tidemark::guest
