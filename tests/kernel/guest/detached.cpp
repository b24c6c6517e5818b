// SPDX-License-Identifier: MIT
// Detached threads that are alive when their process ends.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <latch>
#include <memory>
#include <mutex>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {
std::atomic<int> shared;
}

void detached_before_it_begins(Io&) {
  std::thread([] { shared.store(1); }).detach();
}

void detached_while_it_runs(Io& io) {
  std::thread([] {
    for (int i = 0; i < 4; ++i) std::this_thread::yield();
  }).detach();
  for (std::uint64_t i = 0; i < io.in; ++i) std::this_thread::yield();
}

// It has told that it began, and nothing of its end.
void detached_while_it_sleeps(Io&) {
  std::thread([] {
    shared.store(1);
    std::this_thread::sleep_for(std::chrono::hours(1));
    shared.store(2);
  }).detach();
  while (shared.load() == 0) std::this_thread::yield();
}

void detached_and_waited_for(Io& io) {
  static std::mutex mutex;
  static std::condition_variable changed;
  static bool done;
  std::thread([] {
    const std::lock_guard hold(mutex);
    done = true;
    changed.notify_one();
  }).detach();
  std::unique_lock hold(mutex);
  changed.wait(hold, [] { return done; });
  io.out = 1;
}

void detached_and_told_by_a_latch(Io& io) {
  static std::latch done(2);
  const auto work = [] { done.count_down(); };
  std::thread(work).detach();
  std::thread(work).detach();
  done.wait();
  io.out = 1;
}

// What a thread captured goes after all it can tell.
void detached_with_a_shared_capture(Io& io) {
  const auto object = std::make_shared<int>(1);
  std::thread([object] { shared.store(*object); }).detach();
  while (shared.load() == 0) std::this_thread::yield();
  io.out = 1;
}

}  // namespace tidemark::guest
