// SPDX-License-Identifier: MIT
// Programs on which the search differed from the axioms once, as small as they could be made.
#include <gtest/gtest.h>

#include "tidemark/tests/graph/explore.hpp"

namespace tidemark::oracle {
namespace {

void expect_no_difference(const Program& program) {
  const std::string difference = explain_difference(program);
  EXPECT_TRUE(difference.empty()) << difference;
}

// A deadlock is no end: the orders in which the locks are taken otherwise start there.
TEST(Regressions, LocksInOppositeOrders) {
  expect_no_difference(
      {{{lock(m), lock(n), unlock(n), unlock(m)}, {lock(n), lock(m), unlock(m), unlock(n)}}});
}

// Two updates of one store are no graph, and no revisit parts them where one caused the other.
TEST(Regressions, UpdateBetweenAnUpdateAndItsStore) {
  expect_no_difference({{{add(x, 1, relaxed, 0)},
                         {add(x, 0, relaxed, 1), add(y, 1, relaxed, 3)},
                         {add(y, 0, relaxed, 0), add(x, 1, relaxed, 2)}}});
}

TEST(Regressions, UpdateReadBeforeItsRivalIsGone) {
  expect_no_difference({{{add(x, 1, relaxed, 2), store(y, 1, relaxed)},
                         {add(y, 1, relaxed, 1), add(x, 0, relaxed, 0)},
                         {load(x, relaxed, 1)}}});
}

TEST(Regressions, UpdateReadsARivalOfWhatALoadSaw) {
  expect_no_difference({{{add(y, 1, relaxed, 1)},
                         {load(x, relaxed, 0), add(y, 0, relaxed, 1)},
                         {add(y, 1, relaxed, 1), add(x, 1, relaxed, 3)}}});
}

// A parked read stands for one that fails. Where the value comes back that it waits for, writes
// after that still revisit what was added before the read.
TEST(Regressions, AwaitedValueGoesAndComesBack) {
  expect_no_difference({{{exchange(y, 0, relaxed, 2), store(y, 1, relaxed), add(x, 1, relaxed, 0)},
                         {load(x, relaxed, 2)},
                         {add(y, 1, relaxed, 2), await(y, 1, relaxed, 0)}}});
  expect_no_difference({{{store(y, 1, relaxed), store(y, 3, relaxed), store(x, 1, relaxed)},
                         {await(y, 3, relaxed, 2)},
                         {store(y, 3, relaxed), add(x, 0, relaxed, 3)}}});
}

TEST(Regressions, AwaitUnderAMutexThatAnotherThreadTakesLater) {
  expect_no_difference({{{store(x, 1, relaxed), store(x, 3, relaxed), lock(n), unlock(n)},
                         {store(x, 3, relaxed), lock(n), await(x, 3, relaxed, 2), unlock(n)}}});
}

}  // namespace
}  // namespace tidemark::oracle
