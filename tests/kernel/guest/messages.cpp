// SPDX-License-Identifier: MIT
// Message passing: which orders, fences and release sequences carry plain data to another thread.
#include <atomic>

#include "tidemark/tests/kernel/guest/guest.hpp"

extern "C" {
void AnnotateHappensBefore(const char*, int, const volatile void*);
void AnnotateHappensAfter(const char*, int, const volatile void*);
void AnnotateIgnoreWritesBegin(const char*, int);
void AnnotateIgnoreWritesEnd(const char*, int);
}

namespace tidemark::guest {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kConsume = std::memory_order_consume;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kBoth = std::memory_order_acq_rel;
constexpr auto kTotal = std::memory_order_seq_cst;

std::atomic<int> flag;
int data;

void expect_data() { assert(data == 1); }

template <std::memory_order kStore, std::memory_order kLoad>
void pass(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kStore);
      },
      [&io] {
        if (flag.load(kLoad) != 1) return;
        expect_data();
        io.out = 1;
      });
}

template <std::memory_order kFirst, std::memory_order kSecond>
void pass_through_fences(Io& io) {
  together(
      [] {
        data = 1;
        std::atomic_thread_fence(kFirst);
        flag.store(1, kRelaxed);
      },
      [&io] {
        if (flag.load(kRelaxed) != 1) return;
        std::atomic_thread_fence(kSecond);
        expect_data();
        io.out = 1;
      });
}

// The reader takes part in the exchange by a compare-and-swap that fails.
template <std::memory_order kFailure>
void read_by_failing(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kRelease);
      },
      [&io] {
        int expected = 0;
        if (flag.compare_exchange_strong(expected, 2, kFailure, kFailure)) return;
        expect_data();
        io.out = 1;
      });
}

template <std::memory_order kChange>
void continue_sequence(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kRelease);
      },
      [] {
        int one = 1;
        flag.compare_exchange_strong(one, 2, kChange, kRelaxed);
      },
      [&io] {
        if (flag.load(kAcquire) != 2) return;
        expect_data();
        io.out = 1;
      });
}

}  // namespace

void release_acquire(Io& io) { pass<kRelease, kAcquire>(io); }
void release_consume(Io& io) { pass<kRelease, kConsume>(io); }
void total_total(Io& io) { pass<kTotal, kTotal>(io); }
void relaxed_acquire(Io& io) { pass<kRelaxed, kAcquire>(io); }
void release_relaxed(Io& io) { pass<kRelease, kRelaxed>(io); }
void relaxed_relaxed(Io& io) { pass<kRelaxed, kRelaxed>(io); }

void both_fences(Io& io) { pass_through_fences<kRelease, kAcquire>(io); }
void total_fences(Io& io) { pass_through_fences<kTotal, kTotal>(io); }
void release_fence_with_consume_fence(Io& io) { pass_through_fences<kRelease, kConsume>(io); }
void acquire_fence_where_release_is_due(Io& io) { pass_through_fences<kAcquire, kAcquire>(io); }
void release_fence_where_acquire_is_due(Io& io) { pass_through_fences<kRelease, kRelease>(io); }

void failing_acquires(Io& io) { read_by_failing<kAcquire>(io); }
void failing_relaxed(Io& io) { read_by_failing<kRelaxed>(io); }

void sequence_goes_on_through_rmw(Io& io) { continue_sequence<kRelaxed>(io); }
void sequence_goes_on_through_release_rmw(Io& io) { continue_sequence<kBoth>(io); }

void fence_after_the_store(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kRelaxed);
        std::atomic_thread_fence(kRelease);
      },
      [&io] {
        if (flag.load(kAcquire) != 1) return;
        expect_data();
        io.out = 1;
      });
}

void fence_before_the_load(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kRelease);
      },
      [&io] {
        std::atomic_thread_fence(kAcquire);
        if (flag.load(kRelaxed) != 1) return;
        expect_data();
        io.out = 1;
      });
}

// Until C++17 a plain store of the same thread went on with the sequence; since C++20 it ends it.
void sequence_ends_at_a_plain_store(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kRelease);
        flag.store(2, kRelaxed);
      },
      [&io] {
        if (flag.load(kAcquire) != 2) return;
        expect_data();
        io.out = 1;
      });
}

void fence_covers_every_later_store(Io& io) {
  together(
      [] {
        data = 1;
        std::atomic_thread_fence(kRelease);
        flag.store(1, kRelaxed);
        flag.store(2, kRelaxed);
      },
      [&io] {
        if (flag.load(kAcquire) != 2) return;
        expect_data();
        io.out = 1;
      });
}

void order_is_transitive(Io& io) {
  static std::atomic<int> second;
  together(
      [] {
        data = 1;
        flag.store(1, kRelease);
      },
      [] {
        if (flag.load(kAcquire) == 1) second.store(1, kRelease);
      },
      [&io] {
        if (second.load(kAcquire) != 1) return;
        expect_data();
        io.out = 1;
      });
}

// Two writers, and the reader of a flag that both set sees the second one only.
void another_writer_orders_nothing(Io& io) {
  together(
      [] {
        data = 1;
        flag.store(1, kRelease);
      },
      [] { flag.store(2, kRelease); },
      [&io] {
        if (flag.load(kAcquire) == 2) io.out = static_cast<std::uint64_t>(data);
      });
}

void signal_fence_orders_nothing_between_threads(Io& io) {
  together(
      [] {
        data = 1;
        std::atomic_signal_fence(kTotal);
        flag.store(1, kRelaxed);
      },
      [&io] {
        if (flag.load(kAcquire) != 1) return;
        expect_data();
        io.out = 1;
      });
}

// `in` is the order of the store.
void order_known_at_run_time(Io& io) {
  const auto order = static_cast<std::memory_order>(io.in);
  together(
      [order] {
        data = 1;
        flag.store(1, order);
      },
      [&io] {
        if (flag.load(kAcquire) != 1) return;
        expect_data();
        io.out = 1;
      });
}

void annotated_order(Io& io) {
  together(
      [] {
        data = 1;
        AnnotateHappensBefore(__FILE__, __LINE__, &data);
        flag.store(1, kRelaxed);
      },
      [&io] {
        if (flag.load(kRelaxed) != 1) return;
        AnnotateHappensAfter(__FILE__, __LINE__, &data);
        expect_data();
        io.out = 1;
      });
}

void annotated_to_be_ignored(Io& io) {
  together(
      [] {
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
        data = 1;
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
      },
      [] { assert(*const_cast<volatile int*>(&data) != 2); });
  io.out = 1;
}

void store_buffering(Io& io) {
  static std::atomic<int> x;
  static std::atomic<int> y;
  int seen[2] = {};
  together(
      [&seen] {
        x.store(1);
        seen[0] = y.load();
      },
      [&seen] {
        y.store(1);
        seen[1] = x.load();
      });
  io.out = static_cast<std::uint64_t>(2 * seen[0] + seen[1]);
}

}  // namespace tidemark::guest
