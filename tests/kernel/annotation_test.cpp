// SPDX-License-Identifier: MIT
// Annotations: what a library says of its own locks and races is believed, and no more than that.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

TEST(AnnotatedMutex, Orders) {
  EXPECT_TRUE(sees(explore(&guest::annotated_mutex_orders), {2, 3}));
  EXPECT_TRUE(sees(explore(&guest::older_lock_annotations, {.input = 0}), {2}));
}

TEST(AnnotatedMutex, HeldForReadingOrdersNoReaders) {
  EXPECT_TRUE(
      fails(explore(&guest::annotated_mutex_shared_orders_nothing), Category::race, "4 bytes"));
  EXPECT_TRUE(fails(explore(&guest::older_lock_annotations, {.input = 1}), Category::race));
}

TEST(AnnotatedMutex, NotTakenOrdersNothing) {
  EXPECT_TRUE(fails(explore(&guest::failed_try_orders_nothing), Category::race));
}

TEST(AnnotatedMutex, CountsItsLevels) {
  EXPECT_TRUE(sees(explore(&guest::annotated_levels, {.executions = 3}), {3}));
}

TEST(AnnotatedMutex, DivertedCodeIsWatchedAgain) {
  EXPECT_TRUE(fails(explore(&guest::diverted_is_watched), Category::race));
}

TEST(Annotation, OfAcquireAndReleaseOrdersOnlyAsAPair) {
  EXPECT_TRUE(sees(explore(&guest::acquire_and_release_by_hand, {.input = 0}), {0, 1}));
  EXPECT_TRUE(fails(explore(&guest::acquire_and_release_by_hand, {.input = 1}), Category::race));
}

TEST(Annotation, OfABenignRaceCoversItsBytesOnly) {
  EXPECT_TRUE(sees(explore(&guest::benign_race, {.input = 0}), {1}));
  EXPECT_TRUE(fails(explore(&guest::benign_race, {.input = 1}), Category::race));
}

TEST(Annotation, OfAnotherLibrarysAccessIsAnAccess) {
  EXPECT_TRUE(fails(explore(&guest::told_by_another_library), Category::race, "1 byte"));
}

}  // namespace
}  // namespace tidemark::sim::kernel
