// SPDX-License-Identifier: MIT
// Mutexes, reader-writer locks and condition variables: order, results, and rules that are broken.
#include <gtest/gtest.h>

#include <cerrno>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

TEST(Mutex, OrdersWhatItProtects) {
  EXPECT_TRUE(sees(explore(&guest::mutex_orders), {6}));
  EXPECT_TRUE(sees(explore(&guest::recursive_mutex), {4}));
}

TEST(Mutex, ProtectsNothingWhenOneSideForgetsIt) {
  EXPECT_TRUE(always_fails(explore(&guest::mutex_on_one_side), Category::race));
  EXPECT_TRUE(always_fails(explore(&guest::two_mutexes_for_one_field), Category::race));
}

TEST(Mutex, TryLockMaySucceedAndMayFail) {
  EXPECT_TRUE(sees(explore(&guest::try_lock_may_fail), {0, 1}));
}

TEST(Mutex, BehavesAsItsTypeSays) {
  EXPECT_TRUE(holds(explore(&guest::recursive_mutex_is_held_until_the_last_unlock)));
  EXPECT_TRUE(holds(explore(&guest::errorcheck_mutex)));
  EXPECT_TRUE(holds(explore(&guest::static_initialisers)));
}

TEST(Mutex, ATimedLockObtainsOrExpires) {
  EXPECT_TRUE(sees(explore(&guest::timed_mutex_held_for_long), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::timed_mutex_held_for_a_moment), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::recursive_timed_mutex_held_for_long), {0, 1}));
  EXPECT_TRUE(holds(explore(&guest::lock_until_a_time_of_a_clock)));
}

TEST(Mutex, ATimedLockExpiresOnlyWhenNothingElseCanRunWithoutEagerTimers) {
  const Exploring how{.eager_timers = false};
  EXPECT_TRUE(sees(explore(&guest::timed_mutex_held_for_a_moment, how), {1}));
}

TEST(SharedMutex, LetsReadersInTogetherAndWritersAlone) {
  EXPECT_TRUE(sees(explore(&guest::readers_share), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::writer_excludes), {4}));
}

TEST(SharedMutex, ATimedLockObtainsOrExpires) {
  EXPECT_TRUE(sees(explore(&guest::shared_timed_mutex, {.input = 0}), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::shared_timed_mutex, {.input = 1}), {0, 1}));
}

TEST(SharedMutex, ReadersAreNotOrderedAmongThemselves) {
  EXPECT_TRUE(always_fails(explore(&guest::writing_under_a_shared_lock), Category::race));
}

TEST(SharedMutex, AnOwnerThatLocksAgainIsTold) {
  EXPECT_TRUE(holds(explore(&guest::writes_twice_under_a_shared_lock)));
}

TEST(Locks, SeveralAtOnceDoNotDeadlock) {
  EXPECT_TRUE(sees(explore(&guest::several_locks_in_any_order), {2}));
}

TEST(Locks, InOppositeOrdersDeadlockAndBothThreadsAreNamed) {
  const Exploration found = explore(&guest::locks_in_opposite_orders);
  EXPECT_TRUE(fails(found, Category::deadlock, "thread/1 in lock, thread/2 in lock"));
  EXPECT_EQ(found.property, "no_wedge");
  EXPECT_GT(found.counts.at(Category::none), 0U);
}

struct Broken {
  const char* rule;
  guest::Body* body;
  const char* message;
};

class Misuse : public testing::TestWithParam<Broken> {};

TEST_P(Misuse, IsNamedWithItsPlace) {
  const Exploration found = explore(GetParam().body);
  EXPECT_TRUE(fails(found, Category::misuse, GetParam().message));
  ASSERT_EQ(found.places.size(), 1U);
  EXPECT_EQ(found.places[0].file, "tests/kernel/guest/misuses.cpp");
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Misuse,
    testing::Values(
        Broken{"JoinTwice", &guest::joins_twice, "a thread is joined twice"},
        Broken{"JoinDetached", &guest::joins_a_detached_thread, "a detached thread is joined"},
        Broken{"DetachTwice", &guest::detaches_twice, "is detached"},
        Broken{"Relock", &guest::locks_a_plain_mutex_again, "locked again by its owner"},
        Broken{"UnlockOfAnother", &guest::unlocks_for_another, "that another thread holds"},
        Broken{"UnlockOfNobody", &guest::unlocks_what_nobody_holds, "that nobody holds"},
        Broken{"DestroyLocked", &guest::destroys_a_locked_mutex, "a locked mutex is destroyed"},
        Broken{"TwoMutexes", &guest::waits_with_two_mutexes, "with two mutexes at a time"},
        Broken{"WaitUnlocked", &guest::waits_without_the_mutex, "without holding the mutex"},
        Broken{"DestroyWaitedFor", &guest::destroys_a_condition_in_use, "while a thread waits"},
        Broken{"UnlockShared", &guest::unlocks_a_shared_lock_nobody_holds, "does not hold"},
        Broken{"DestroyShared", &guest::destroys_a_held_shared_lock, "is destroyed"}),
    [](const auto& info) { return info.param.rule; });

TEST(BrokenRules, JoiningOneselfIsAnError) { EXPECT_TRUE(holds(explore(&guest::joins_itself))); }

TEST(BrokenRules, AFreshMutexKnowsNothingOfTheOneBefore) {
  EXPECT_TRUE(holds(explore(&guest::locks_where_a_lock_was_lost)));
}

TEST(Condition, CarriesWhatWasDoneBefore) {
  EXPECT_TRUE(sees(explore(&guest::waits_for_a_predicate), {7}));
  EXPECT_TRUE(sees(explore(&guest::waits_on_any_lock), {7}));
  EXPECT_TRUE(sees(explore(&guest::notifies_at_the_end_of_the_thread), {1}));
}

TEST(Condition, ALostWakeUpIsADeadlock) {
  const Exploration found = explore(&guest::wake_up_is_lost);
  EXPECT_TRUE(fails(found, Category::deadlock, "thread/1 in wait"));
  EXPECT_GT(found.counts.at(Category::none), 0U);
}

TEST(Condition, AFlagSetOutsideTheMutexIsARace) {
  const Exploration found = explore(&guest::flag_is_set_outside_the_mutex);
  EXPECT_GT(found.counts.count(Category::race), 0U);
  EXPECT_EQ(found.counts.count(Category::none), 0U);
}

TEST(Condition, ATimedWaitMayBeWokenAndMayExpire) {
  EXPECT_TRUE(sees(explore(&guest::timed_wait_with_a_predicate), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::timed_wait_on_the_steady_clock), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::timed_wait_on_the_system_clock), {0, 1}));
}

TEST(Condition, MeasuresTimeByItsOwnClock) {
  for (const std::uint64_t clock : {0, 1}) {
    EXPECT_TRUE(sees(explore(&guest::timed_wait_on_the_clock_of_the_condition, {.input = clock}),
                     {ETIMEDOUT}));
  }
}

TEST(Condition, NotifyOneWakesAnyWaiter) {
  EXPECT_TRUE(sees(explore(&guest::one_of_three_is_woken), {1, 2, 3}));
}

TEST(Condition, AnotherThreadMayLockBetweenWakeUpAndReturn) {
  EXPECT_TRUE(sees(explore(&guest::an_interloper_may_lock_first), {1, 2}));
}

TEST(Condition, AStopRequestWakesAWait) {
  EXPECT_TRUE(sees(explore(&guest::waits_until_told_to_stop), {1}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
