// SPDX-License-Identifier: MIT
// What libraries tell ThreadSanitizer, and what follows from it here.
#include <atomic>

#include "tidemark/tests/kernel/guest/guest.hpp"

extern "C" {
void __tsan_mutex_create(void*, unsigned);
void __tsan_mutex_destroy(void*, unsigned);
void __tsan_mutex_pre_lock(void*, unsigned);
void __tsan_mutex_post_lock(void*, unsigned, int);
int __tsan_mutex_pre_unlock(void*, unsigned);
void __tsan_mutex_post_unlock(void*, unsigned);
void __tsan_mutex_pre_divert(void*, unsigned);
void __tsan_mutex_post_divert(void*, unsigned);
void __tsan_acquire(void*);
void __tsan_release(void*);
void __tsan_external_write(void*, void*, void*);
void AnnotateRWLockAcquired(const char*, int, const volatile void*, long);
void AnnotateRWLockReleased(const char*, int, const volatile void*, long);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, long, const char*);
}

namespace tidemark::guest {
namespace {

constexpr unsigned kRead = 1 << 3;
constexpr unsigned kTry = 1 << 4;
constexpr unsigned kFailed = 1 << 5;
constexpr unsigned kAllLevels = 1 << 7;
constexpr auto kRelaxed = std::memory_order_relaxed;

volatile int data;
volatile int other;

// A lock of relaxed operations: by itself it orders nothing.
class Spin {
 public:
  void lock(unsigned flags = 0) {
    __tsan_mutex_pre_lock(this, flags);
    while (busy_.exchange(true, kRelaxed)) std::this_thread::yield();
    last_ = last_ + 1;  // its own plain data is its own affair
    __tsan_mutex_post_lock(this, flags, 0);
  }
  bool try_lock() {
    __tsan_mutex_pre_lock(this, kTry);
    const bool taken = !busy_.exchange(true, kRelaxed);
    __tsan_mutex_post_lock(this, taken ? kTry : kTry | kFailed, 0);
    return taken;
  }
  void unlock(unsigned flags = 0) {
    __tsan_mutex_pre_unlock(this, flags);
    busy_.store(false, kRelaxed);
    __tsan_mutex_post_unlock(this, flags);
  }

 private:
  std::atomic<bool> busy_{false};
  volatile int last_ = 0;
};

Spin spin;

}  // namespace

void annotated_mutex_orders(Io& io) {
  const auto add = [] {
    spin.lock();
    data = data + 1;
    spin.unlock();
  };
  together(add, add, [] {
    if (!spin.try_lock()) return;
    data = data + 1;
    spin.unlock();
  });
  spin.lock();
  io.out = static_cast<std::uint64_t>(data);
  spin.unlock();
  __tsan_mutex_destroy(&spin, 0);
}

// Both hold it for reading, and one writes.
void annotated_mutex_shared_orders_nothing(Io&) {
  const auto add = [] {
    spin.lock(kRead);
    data = data + 1;
    spin.unlock(kRead);
  };
  together(add, add);
}

void failed_try_orders_nothing(Io&) {
  together(
      [] {
        spin.lock();
        data = 1;
        spin.unlock();
      },
      [] {
        __tsan_mutex_pre_lock(&spin, kTry);
        __tsan_mutex_post_lock(&spin, kTry | kFailed, 0);
        data = 2;
      });
}

// A wait gives all levels back at once and takes them again.
void annotated_levels(Io& io) {
  static std::atomic<int> waits;
  __tsan_mutex_create(&waits, 0);
  const auto lock = [](int levels) {
    __tsan_mutex_pre_lock(&waits, levels > 1 ? 1 << 6 : 0);
    __tsan_mutex_post_lock(&waits, levels > 1 ? 1 << 6 : 0, levels);
  };
  const auto unlock = [](unsigned flags) {
    const int levels = __tsan_mutex_pre_unlock(&waits, flags);
    __tsan_mutex_post_unlock(&waits, flags);
    return levels;
  };
  lock(1);
  lock(1);
  const int levels = unlock(kAllLevels);
  assert(levels == 2);
  lock(levels);
  const int one = unlock(0);
  assert(one == 1);
  io.out = static_cast<std::uint64_t>(levels + unlock(0));
}

// Inside of a lock's own code, but diverted to something else.
void diverted_is_watched(Io&) {
  together(
      [] {
        __tsan_mutex_pre_lock(&spin, 0);
        __tsan_mutex_pre_divert(&spin, 0);
        data = 1;
        __tsan_mutex_post_divert(&spin, 0);
        __tsan_mutex_post_lock(&spin, kTry | kFailed, 0);
      },
      [] { data = 2; });
}

void older_lock_annotations(Io& io) {
  static std::atomic<bool> busy;
  const auto add = [&io] {
    while (busy.exchange(true, kRelaxed)) std::this_thread::yield();
    AnnotateRWLockAcquired(__FILE__, __LINE__, &busy, io.in == 1 ? 0 : 1);
    data = data + 1;
    AnnotateRWLockReleased(__FILE__, __LINE__, &busy, io.in == 1 ? 0 : 1);
    busy.store(false, kRelaxed);
  };
  together(add, add);
  io.out = static_cast<std::uint64_t>(data);
}

void acquire_and_release_by_hand(Io& io) {
  static std::atomic<int> flag;
  together(
      [&io] {
        data = 1;
        if (io.in == 0) __tsan_release(&flag);
        flag.store(1, kRelaxed);
      },
      [&io] {
        if (flag.load(kRelaxed) == 0) return;
        __tsan_acquire(&flag);
        io.out = static_cast<std::uint64_t>(data);
      });
}

void benign_race(Io& io) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &data, sizeof data, "a counter of no account");
  const auto write = [&io] {
    data = 1;
    if (io.in == 1) other = 1;
  };
  together(write, write);
  io.out = 1;
}

void told_by_another_library(Io&) {
  static char object;
  const auto use = [] { __tsan_external_write(&object, __builtin_return_address(0), nullptr); };
  together(use, use);
}

}  // namespace tidemark::guest
