// SPDX-License-Identifier: MIT
// Atomic operations: their values, and atomics that meet plain accesses.
#include <atomic>
#include <limits>
#include <memory>
#include <new>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
using U128 = unsigned __int128;

template <class T>
constexpr T ones() {
  return static_cast<T>(~T{0});
}

template <class T>
void check_arithmetic() {
  std::atomic<T> at{T{5}};
  assert(at.fetch_add(3) == 5 && at.load() == 8);
  assert(at.fetch_sub(9, kRelaxed) == 8 && at == ones<T>());
  assert(at.fetch_add(2, std::memory_order_acq_rel) == ones<T>() && at == 1);
  assert(at.fetch_or(6) == 1 && at == 7);
  assert(at.fetch_and(12) == 7 && at == 4);
  assert(at.fetch_xor(5, std::memory_order_release) == 4 && at == 1);
  assert(at.exchange(9) == 1 && at == 9);
  assert(++at == 10 && at-- == 10 && (at += 2) == 11 && (at |= 4) == 15);
}

template <class T>
void check_nand() {
  T plain{12};
  assert(__atomic_fetch_nand(&plain, T{10}, __ATOMIC_SEQ_CST) == 12);
  assert(plain == static_cast<T>(~T{8}));
}

template <class T>
void check_compare_exchange() {
  std::atomic<T> at{T{1}};
  T expected{2};
  assert(!at.compare_exchange_strong(expected, T{3}) && expected == T{1} && at.load() == T{1});
  assert(at.compare_exchange_strong(expected, T{3}) && expected == T{1} && at.load() == T{3});
  expected = T{3};
  assert(at.compare_exchange_weak(expected, T{4}, kRelaxed, kRelaxed) && at.load() == T{4});
  assert(!at.compare_exchange_weak(expected, T{5}) && expected == T{4});
}

struct Pair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

struct alignas(16) Wide {
  U128 value = 0;
};

}  // namespace

void every_operation_has_its_value(Io&) {
  check_arithmetic<unsigned char>();
  check_arithmetic<unsigned short>();
  check_arithmetic<unsigned>();
  check_arithmetic<unsigned long>();
  check_nand<unsigned char>();
  check_nand<unsigned short>();
  check_nand<unsigned>();
  check_nand<unsigned long>();
  check_compare_exchange<unsigned char>();
  check_compare_exchange<short>();
  check_compare_exchange<int>();
  check_compare_exchange<long>();
}

void every_128_bit_operation_has_its_value(Io&) {
  constexpr int kSeq = __ATOMIC_SEQ_CST;
  const U128 high = U128{1} << 64;
  Wide wide{ones<std::uint64_t>()};
  U128* at = &wide.value;
  assert(__atomic_fetch_add(at, U128{1}, kSeq) == high - 1 && __atomic_load_n(at, kSeq) == high);
  assert(__atomic_fetch_sub(at, U128{1}, kSeq) == high && __atomic_load_n(at, kSeq) == high - 1);
  assert(__atomic_fetch_or(at, high, kSeq) == high - 1);
  assert(__atomic_fetch_xor(at, U128{1}, kSeq) == 2 * high - 1);
  assert(__atomic_fetch_and(at, high, kSeq) == 2 * high - 2);
  assert(__atomic_fetch_nand(at, high, kSeq) == high && __atomic_load_n(at, kSeq) == ~high);
  __atomic_store_n(at, high + 2, kSeq);
  assert(__atomic_exchange_n(at, high + 3, kSeq) == high + 2);
  U128 expected = high;
  assert(!__atomic_compare_exchange_n(at, &expected, 0, false, kSeq, kSeq));
  assert(expected == high + 3);
  assert(__atomic_compare_exchange_n(at, &expected, U128{7}, false, kSeq, kSeq));
  assert(__atomic_load_n(at, kSeq) == 7);
}

void other_types(Io&) {
  std::atomic<double> real{1.5};
  assert(real.fetch_add(2.0) == 1.5 && real.load() == 3.5);
  std::atomic<bool> truth{false};
  assert(!truth.exchange(true) && truth.load());
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!flag.test_and_set() && flag.test_and_set() && flag.test());
  flag.clear();
  assert(!flag.test());
  int row[4] = {};
  std::atomic<int*> pointer{row};
  assert(pointer.fetch_add(3) == row && pointer.load() == row + 3 && --pointer == row + 2);
}

void wide_pair_is_never_torn(Io& io) {
  static std::atomic<Pair> pair;
  together([] { pair.store({1, 1}, std::memory_order_release); },
           [] { pair.store({2, 2}, std::memory_order_release); },
           [&io] {
             const Pair seen = pair.load(std::memory_order_acquire);
             assert(seen.first == seen.second);
             io.out = seen.first;
           });
}

void increments(Io& io) {
  std::atomic<int> count{0};
  const auto add = [&count] {
    for (int i = 0; i < 3; ++i) count.fetch_add(1, kRelaxed);
  };
  together(add, add);
  io.out = static_cast<std::uint64_t>(count.load());
}

void increments_in_two_steps(Io& io) {
  std::atomic<int> count{0};
  const auto add = [&count] { count.store(count.load() + 1); };
  together(add, add);
  io.out = static_cast<std::uint64_t>(count.load());
}

void swaps_until_it_succeeds(Io& io) {
  std::atomic<int> count{0};
  const auto add = [&count] {
    int seen = count.load(kRelaxed);
    while (!count.compare_exchange_weak(seen, seen + 1, kRelaxed)) {
    }
  };
  together(add, add, add);
  io.out = static_cast<std::uint64_t>(count.load());
}

void made_before_it_is_shared(Io& io) {
  const auto count = std::make_unique<std::atomic<int>>(4);
  together([&count] { ++*count; }, [&count] { ++*count; });
  io.out = static_cast<std::uint64_t>(count->load());
}

void made_while_it_is_used(Io&) {
  alignas(std::atomic<int>) static unsigned char storage[sizeof(std::atomic<int>)];
  auto* count = reinterpret_cast<std::atomic<int>*>(storage);
  together([] { new (storage) std::atomic<int>(7); }, [count] { count->load(kRelaxed); });
}

// The history ends where a plain write makes a new object: what the old one released is gone.
void made_anew(Io&) {
  alignas(std::atomic<int>) static unsigned char storage[sizeof(std::atomic<int>)];
  auto* count = new (storage) std::atomic<int>(7);
  together([count] { count->fetch_add(1); });
  assert(count->load() == 8);
  count = new (storage) std::atomic<int>(20);
  assert(count->fetch_add(1) == 20);
  together([count] { count->fetch_add(1); });
  assert(count->load() == 22);
}

void plain_read_of_an_atomic(Io&) {
  static int word;
  together([] { std::atomic_ref(word).store(1, kRelaxed); },
           [] { assert(*const_cast<volatile int*>(&word) != 2); });
}

void plain_write_of_an_atomic(Io&) {
  static int word;
  together([] { std::atomic_ref(word).load(kRelaxed); }, [] { word = 1; });
}

void plain_reads_of_an_atomic_nobody_writes(Io& io) {
  static int word = 3;
  together([] { assert(std::atomic_ref(word).load(kRelaxed) == 3); },
           [] { assert(*const_cast<volatile int*>(&word) == 3); });
  io.out = static_cast<std::uint64_t>(word);
}

void references_to_one_word(Io& io) {
  int word = 0;
  together([&word] { std::atomic_ref(word).fetch_add(1); },
           [&word] { std::atomic_ref(word).fetch_add(1); });
  io.out = static_cast<std::uint64_t>(word);
}

void shared_pointer_swapped(Io& io) {
  static std::atomic<std::shared_ptr<int>> slot;
  slot.store(std::make_shared<int>(0));
  const auto add = [] {
    for (;;) {
      std::shared_ptr<int> seen = slot.load();
      if (slot.compare_exchange_strong(seen, std::make_shared<int>(*seen + 1))) return;
    }
  };
  together(add, add);
  io.out = static_cast<std::uint64_t>(*slot.load());
  slot.store(nullptr);
}

// What the pointer leads to is the user's, and is ordered by the store and the load alone.
void shared_pointer_carries(Io& io) {
  static std::atomic<std::shared_ptr<int>> slot;
  static volatile int beside;
  together(
      [] {
        auto made = std::make_shared<int>(1);
        slot.store(made);
        beside = 1;  // too late
      },
      [&io] {
        const std::shared_ptr<int> seen = slot.load();
        if (seen == nullptr) return;
        io.out = static_cast<std::uint64_t>(*seen);
        if (io.in == 1) assert(beside < 2);
      });
  slot.store(nullptr);
}

}  // namespace tidemark::guest
