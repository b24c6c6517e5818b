// SPDX-License-Identifier: MIT
// Atomics: values, and what their orders let another thread see.
#include <gtest/gtest.h>

#include <atomic>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

/// The message came through, sometimes, and what it carries was there.
testing::AssertionResult carries(guest::Body* body) { return sees(explore(body), {0, 1}); }

/// The message came through without ordering what was to be carried.
testing::AssertionResult carries_nothing(guest::Body* body) {
  return fails(explore(body), Category::race, "data race: a read of 4 bytes");
}

TEST(MessagePassing, ReleaseAndAcquireCarryPlainData) {
  EXPECT_TRUE(carries(&guest::release_acquire));
  EXPECT_TRUE(carries(&guest::release_consume));
  EXPECT_TRUE(carries(&guest::total_total));
}

TEST(MessagePassing, ARelaxedSideCarriesNothing) {
  EXPECT_TRUE(carries_nothing(&guest::relaxed_acquire));
  EXPECT_TRUE(carries_nothing(&guest::release_relaxed));
  EXPECT_TRUE(carries_nothing(&guest::relaxed_relaxed));
}

TEST(MessagePassing, FencesStandInForOrders) {
  EXPECT_TRUE(carries(&guest::both_fences));
  EXPECT_TRUE(carries(&guest::total_fences));
  EXPECT_TRUE(carries(&guest::release_fence_with_consume_fence));
  EXPECT_TRUE(carries(&guest::fence_covers_every_later_store));
}

TEST(MessagePassing, AFenceOfTheWrongKindOrInTheWrongPlaceCarriesNothing) {
  EXPECT_TRUE(carries_nothing(&guest::acquire_fence_where_release_is_due));
  EXPECT_TRUE(carries_nothing(&guest::release_fence_where_acquire_is_due));
  EXPECT_TRUE(carries_nothing(&guest::fence_after_the_store));
  EXPECT_TRUE(carries_nothing(&guest::fence_before_the_load));
  EXPECT_TRUE(carries_nothing(&guest::signal_fence_orders_nothing_between_threads));
}

TEST(MessagePassing, AFailedCompareExchangeIsALoadOfItsFailureOrder) {
  EXPECT_TRUE(carries(&guest::failing_acquires));
  EXPECT_TRUE(carries_nothing(&guest::failing_relaxed));
}

TEST(MessagePassing, AReleaseSequenceGoesOnThroughReadModifyWrites) {
  EXPECT_TRUE(carries(&guest::sequence_goes_on_through_rmw));
  EXPECT_TRUE(carries(&guest::sequence_goes_on_through_release_rmw));
}

TEST(MessagePassing, AReleaseSequenceEndsAtAPlainStoreOfTheSameThread) {
  EXPECT_TRUE(carries_nothing(&guest::sequence_ends_at_a_plain_store));
}

TEST(MessagePassing, AnOrderMayBeKnownAtRunTimeOnly) {
  const auto store = [](std::memory_order order) {
    return explore(&guest::order_known_at_run_time, {.input = static_cast<std::uint64_t>(order)});
  };
  EXPECT_TRUE(sees(store(std::memory_order_release), {0, 1}));
  EXPECT_TRUE(fails(store(std::memory_order_relaxed), Category::race));
}

TEST(MessagePassing, AnnotationsStandInForOrders) {
  EXPECT_TRUE(carries(&guest::annotated_order));
  EXPECT_TRUE(sees(explore(&guest::annotated_to_be_ignored), {1}));
}

TEST(MessagePassing, OrderIsTransitive) { EXPECT_TRUE(carries(&guest::order_is_transitive)); }

TEST(MessagePassing, AnotherWritersReleaseOrdersNothing) {
  EXPECT_TRUE(fails(explore(&guest::another_writer_orders_nothing), Category::race));
}

TEST(MessagePassing, EveryInterleavingOfStoreBufferingIsSeen) {
  EXPECT_TRUE(sees(explore(&guest::store_buffering), {1, 2, 3}));
}

TEST(Atomics, EveryOperationHasItsValue) {
  EXPECT_TRUE(holds(explore(&guest::every_operation_has_its_value, {.executions = 3})));
  EXPECT_TRUE(holds(explore(&guest::every_128_bit_operation_has_its_value, {.executions = 3})));
  EXPECT_TRUE(holds(explore(&guest::other_types, {.executions = 3})));
}

// libatomic's own locks would be seen by nobody.
TEST(Atomics, CallsOfTheAtomicLibraryAreOperationsLikeOthers) {
  EXPECT_TRUE(holds(explore(&guest::library_calls_have_their_values, {.executions = 3})));
  EXPECT_TRUE(sees(explore(&guest::library_call_carries, {.input = 0}), {0, 1}));
  EXPECT_TRUE(sees(explore(&guest::library_call_carries, {.input = 2}), {0, 1}));
  EXPECT_TRUE(fails(explore(&guest::library_call_carries, {.input = 1}), Category::race));
}

TEST(Atomics, APairOfWordsIsNeverTorn) {
  EXPECT_TRUE(sees(explore(&guest::wide_pair_is_never_torn), {0, 1, 2}));
}

TEST(Atomics, ReadModifyWritesLoseNothing) {
  EXPECT_TRUE(sees(explore(&guest::increments), {6}));
  EXPECT_TRUE(sees(explore(&guest::swaps_until_it_succeeds), {3}));
}

// The library's own code has a race by the letter here: see sim/intercept/library.
TEST(Atomics, AnAtomicSharedPointerIsSharedSafelyAndCarriesWhatItPointsTo) {
  EXPECT_TRUE(sees(explore(&guest::shared_pointer_swapped), {2}));
  EXPECT_TRUE(sees(explore(&guest::shared_pointer_carries, {.input = 0}), {0, 1}));
  EXPECT_TRUE(fails(explore(&guest::shared_pointer_carries, {.input = 1}), Category::race));
}

TEST(Atomics, LoadAndStoreLoseUpdates) {
  EXPECT_TRUE(sees(explore(&guest::increments_in_two_steps), {1, 2}));
}

TEST(Atomics, InitialisationIsAPlainWrite) {
  EXPECT_TRUE(sees(explore(&guest::made_before_it_is_shared), {6}));
  EXPECT_TRUE(holds(explore(&guest::made_anew)));
  EXPECT_TRUE(always_fails(explore(&guest::made_while_it_is_used), Category::race, "atomic read"));
}

TEST(Atomics, PlainAccessesOfAnAtomicRaceWithItsWrites) {
  EXPECT_TRUE(
      always_fails(explore(&guest::plain_read_of_an_atomic), Category::race, "an atomic write"));
  EXPECT_TRUE(
      always_fails(explore(&guest::plain_write_of_an_atomic), Category::race, "an atomic read"));
  EXPECT_TRUE(sees(explore(&guest::plain_reads_of_an_atomic_nobody_writes), {3}));
}

TEST(Atomics, ReferencesToOneWordAreOneAtomic) {
  EXPECT_TRUE(sees(explore(&guest::references_to_one_word), {2}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
