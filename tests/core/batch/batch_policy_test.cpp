// SPDX-License-Identifier: MIT
#include "tidemark/core/batch/batch_policy.hpp"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using std::chrono::nanoseconds;

TEST(BatchPolicy, WithoutATriggerSendsEveryRowByItself) {
  EXPECT_EQ(BatchPolicy{}.effective().count, 1);
  EXPECT_EQ(BatchPolicy{.byte_size = 10}.effective().count, std::nullopt);
  EXPECT_EQ(BatchPolicy{.period = nanoseconds{5}}.effective().count, std::nullopt);
  EXPECT_EQ(BatchPolicy{.check = [](const Row&) { return true; }}.effective().count, std::nullopt);
  EXPECT_EQ(BatchPolicy{.count = 7}.effective().count, 7);
}

TEST(BatchPolicy, NamesTheFieldThatMakesNoSense) {
  EXPECT_EQ(BatchPolicy{}.validate(), std::nullopt);
  EXPECT_EQ(BatchPolicy{.count = 0}.validate(), "count must be at least 1, it is 0");
  EXPECT_EQ(BatchPolicy{.count = -3}.validate(), "count must be at least 1, it is -3");
  EXPECT_EQ(BatchPolicy{.byte_size = -1}.validate(), "byte_size must be at least 1, it is -1");
  EXPECT_EQ(BatchPolicy{.period = nanoseconds{0}}.validate(),
            "period must be longer than nothing, it is 0 ns");
}

}  // namespace
}  // namespace tidemark
