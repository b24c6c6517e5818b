// SPDX-License-Identifier: MIT
// Threads, what they have of their own, what happens once, exceptions.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

TEST(Thread, GivesItsResultToWhoJoins) {
  EXPECT_TRUE(sees(explore(&guest::result_comes_through_join), {42}));
  EXPECT_TRUE(sees(explore(&guest::threads_of_threads), {3}));
}

TEST(Thread, EndsByExitWithItsDestructors) {
  EXPECT_TRUE(sees(explore(&guest::exit_ends_the_thread), {1}));
}

TEST(Thread, HasIdentityErrorNumberAndStackOfItsOwn) {
  EXPECT_TRUE(sees(explore(&guest::identities_differ), {1}));
  EXPECT_TRUE(sees(explore(&guest::stack_is_where_the_attributes_say), {1}));
}

TEST(Thread, HasANameThatItMayChange) { EXPECT_TRUE(sees(explore(&guest::names), {0, 1})); }

TEST(Thread, RunsOnDetached) { EXPECT_TRUE(sees(explore(&guest::detached_thread_runs_on), {1})); }

TEST(Thread, MayOrMayNotHaveEndedWhenTriedToJoin) {
  EXPECT_TRUE(sees(explore(&guest::try_join), {0, 1}));
}

TEST(Thread, TwoHundredAreNotTooManyAndThreeHundredAre) {
  EXPECT_TRUE(sees(explore(&guest::many_threads, {.input = 200, .executions = 5}), {200}));
  EXPECT_TRUE(always_fails(explore(&guest::many_threads, {.input = 300, .executions = 3}),
                           Category::unsupported, "more threads in one execution"));
}

TEST(Thread, DroppedWithoutJoinTerminates) {
  EXPECT_TRUE(always_fails(explore(&guest::thread_is_dropped_without_join), Category::abort));
}

TEST(ThreadLocal, IsEachThreadsOwn) {
  EXPECT_TRUE(sees(explore(&guest::thread_locals_are_each_threads_own), {6}));
}

TEST(ThreadLocal, IsDestroyedInReverse) {
  EXPECT_TRUE(sees(explore(&guest::thread_locals_are_destroyed_in_reverse), {2}));
}

TEST(Key, IsEachThreadsOwnAndDestroyedAtItsEnd) {
  EXPECT_TRUE(sees(explore(&guest::keys_are_each_threads_own), {7}));
}

TEST(Key, IsDestroyedSeveralTimesButNotForEver) {
  EXPECT_TRUE(sees(explore(&guest::key_set_again_by_its_destructor), {4}));
}

TEST(Once, RunsOnceAndOrdersEverybodyAfterIt) {
  EXPECT_TRUE(sees(explore(&guest::posix_once), {1}));
  EXPECT_TRUE(sees(explore(&guest::static_is_made_once), {3}));
}

TEST(Once, RunsAgainAfterAnException) {
  EXPECT_TRUE(sees(explore(&guest::static_is_made_again_after_an_exception), {2}));
  EXPECT_TRUE(sees(explore(&guest::call_once_runs_again_after_an_exception), {2}));
}

TEST(Once, AStaticThatNeedsItselfIsMisuse) {
  EXPECT_TRUE(always_fails(explore(&guest::static_needs_itself), Category::misuse,
                           "from within its own initialiser"));
}

TEST(Exceptions, DoNotMeetBetweenThreads) {
  EXPECT_TRUE(sees(explore(&guest::two_threads_throw), {1}));
  EXPECT_TRUE(sees(explore(&guest::switches_inside_of_handlers), {1}));
}

TEST(Exceptions, TravelBetweenThreads) {
  EXPECT_TRUE(sees(explore(&guest::exception_goes_to_another_thread), {1}));
  EXPECT_TRUE(sees(explore(&guest::future_carries_an_exception), {1}));
  EXPECT_TRUE(sees(explore(&guest::promise_is_broken), {1}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
