// SPDX-License-Identifier: MIT
#include "tidemark/tests/bench/kernel_guest.hpp"

#include <sched.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace tidemark::bench {
namespace {

constexpr int kRounds = 10;

void yields(void*) {
  const auto body = [] {
    for (int i = 0; i < kOperations; ++i) sched_yield();
  };
  std::thread other{body};
  body();
  other.join();
}

void fetch_adds(void*) {
  std::atomic<int> counter{0};
  const auto body = [&counter] {
    for (int i = 0; i < kOperations; ++i) counter.fetch_add(1);
  };
  std::thread other{body};
  body();
  other.join();
}

void locks(void*) {
  std::mutex mutex;
  int counter = 0;
  const auto body = [&] {
    for (int i = 0; i < kRounds; ++i) {
      const std::lock_guard lock{mutex};
      ++counter;
    }
  };
  std::thread first{body};
  std::thread second{body};
  first.join();
  second.join();
}

}  // namespace

const Guest kGuest{.yields = yields, .fetch_adds = fetch_adds, .locks = locks};

}  // namespace tidemark::bench
