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
  std::jthread other{body};
  body();
}

void fetch_adds(void*) {
  std::atomic<int> counter{0};
  const auto body = [&counter] {
    for (int i = 0; i < kOperations; ++i) counter.fetch_add(1);
  };
  std::jthread other{body};
  body();
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
  std::jthread first{body};
  std::jthread second{body};
}

}  // namespace

const Guest kGuest{.yields = yields, .fetch_adds = fetch_adds, .locks = locks};

}  // namespace tidemark::bench
