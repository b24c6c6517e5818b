// SPDX-License-Identifier: MIT
// What the library builds on futexes and condition variables.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

TEST(AtomicWait, EndsWithANotifyAfterAChange) {
  EXPECT_TRUE(sees(explore(&guest::atomic_wait), {1}));
  EXPECT_TRUE(sees(explore(&guest::atomic_wait_on_eight_bytes), {1}));
}

TEST(AtomicWait, WithoutANotifyIsADeadlock) {
  const Exploration found = explore(&guest::atomic_wait_without_a_notify);
  EXPECT_TRUE(fails(found, Category::deadlock, "futex"));
  EXPECT_GT(found.counts.at(Category::none), 0U);
}

TEST(Latch, OrdersWhoWaitsAfterAllWhoArrived) { EXPECT_TRUE(sees(explore(&guest::latch), {3})); }

TEST(Barrier, OrdersRoundsAndCompletesEach) { EXPECT_TRUE(sees(explore(&guest::barrier), {6})); }

TEST(Semaphore, LetsInAsManyAsItCounts) {
  EXPECT_TRUE(sees(explore(&guest::semaphore_as_a_mutex), {3}));
  EXPECT_TRUE(sees(explore(&guest::semaphore_of_two), {1, 2}));
}

TEST(Semaphore, MayExpire) {
  EXPECT_TRUE(sees(explore(&guest::semaphore_with_a_time_limit), {0, 1}));
}

TEST(Future, CarriesItsValue) {
  EXPECT_TRUE(sees(explore(&guest::promise), {9}));
  EXPECT_TRUE(sees(explore(&guest::asynchronous_call), {29}));
}

TEST(Future, MayNotBeReadyInTime) {
  EXPECT_TRUE(sees(explore(&guest::future_may_not_be_ready_in_time), {0, 1}));
}

TEST(StopToken, CallsItsCallbackOnce) {
  EXPECT_TRUE(sees(explore(&guest::stop_callback_runs_once), {1}));
}

TEST(SharedPointer, DestroysOnceWhoeverIsLast) {
  EXPECT_TRUE(sees(explore(&guest::shared_and_weak_pointers), {0, 5}));
}

TEST(PosixSemaphore, CarriesWhatWasDoneBefore) {
  EXPECT_TRUE(sees(explore(&guest::posix_semaphore), {6}));
}

TEST(PosixSemaphore, MayExpire) {
  EXPECT_TRUE(sees(explore(&guest::posix_semaphore_with_a_time_limit), {0, 1}));
}

TEST(PosixSemaphore, ThatNobodyPostsIsADeadlock) {
  EXPECT_TRUE(always_fails(explore(&guest::posix_semaphore_nobody_posts), Category::deadlock));
}

TEST(PosixBarrier, OrdersRoundsAndNamesOneThreadOfEach) {
  EXPECT_TRUE(sees(explore(&guest::posix_barrier), {4}));
}

TEST(PosixSpinLock, OrdersWhatItProtects) {
  EXPECT_TRUE(sees(explore(&guest::posix_spin_lock), {2, 3}));
}

TEST(C11Threads, LockWaitAndReturnResults) {
  EXPECT_TRUE(sees(explore(&guest::c11_mutex), {22}));
  EXPECT_TRUE(sees(explore(&guest::c11_mutex_with_a_time_limit), {1}));
  EXPECT_TRUE(sees(explore(&guest::c11_condition), {8}));
  EXPECT_TRUE(sees(explore(&guest::c11_once_and_specifics), {62}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
