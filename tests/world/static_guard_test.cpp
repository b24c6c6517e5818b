// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

// Not declared anywhere: the compiler calls them around the initialisation of a static.
extern "C" int __cxa_guard_acquire(std::int64_t* guard);
extern "C" void __cxa_guard_release(std::int64_t* guard);

namespace tidemark::sim {
namespace {

// The doors stand in for the compiler's library outside executions too, where threads are real.
TEST(StaticGuard, InitialisesOnceUnderRealThreads) {
  constexpr std::size_t kGuards = 2'000;
  std::vector<std::int64_t> guards(kGuards);
  std::vector<std::atomic<int>> initialised(kGuards);
  std::vector<std::atomic<int>> arrived(kGuards);
  const auto visit = [&] {
    for (std::size_t at = 0; at < kGuards; ++at) {
      ++arrived[at];
      while (arrived[at] < 2) std::this_thread::yield();
      if (__cxa_guard_acquire(&guards[at]) == 0) continue;
      ++initialised[at];
      // Long enough for the other to be waiting when it ends.
      for (int turn = 0; turn < 1'000; ++turn) std::atomic_signal_fence(std::memory_order_seq_cst);
      __cxa_guard_release(&guards[at]);
    }
  };
  std::jthread other{visit};
  visit();
  other.join();
  int wrong = 0;
  for (const auto& count : initialised) wrong += count == 1 ? 0 : 1;
  EXPECT_EQ(wrong, 0) << "statics initialised twice, or never";
}

}  // namespace
}  // namespace tidemark::sim
