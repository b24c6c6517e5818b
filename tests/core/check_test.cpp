// SPDX-License-Identifier: MIT
#include "tidemark/core/check.hpp"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

TEST(CheckDeathTest, ABrokenContractEndsWithItsSentenceAndValues) {
  const int slots = 3;
  EXPECT_DEATH(TIDEMARK_CHECK(slots < 3, "there are {} slots, at most {}", slots, 2),
               "check_test.cpp:[0-9]+: there are 3 slots, at most 2 \\[slots < 3 does not hold\\]");
}

TEST(Check, AConditionThatHoldsCostsOneEvaluationAndNoSentence) {
  int evaluations = 0;
  int sentences = 0;
  TIDEMARK_CHECK(++evaluations == 1, "asked {} times", ++sentences);
  EXPECT_EQ(evaluations, 1);
  EXPECT_EQ(sentences, 0);
}

}  // namespace
}  // namespace tidemark
