// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/seed.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tidemark::sim::choice {
namespace {

TEST(Seed, ReadsDecimalAndHexadecimal) {
  EXPECT_EQ(parse_seed("42"), (Seed{.value = 42}));
  EXPECT_EQ(parse_seed("0x2a"), (Seed{.value = 42}));
  EXPECT_EQ(parse_seed("18446744073709551615"), (Seed{.value = ~std::uint64_t{0}}));
}

TEST(Seed, TakesACommitIdAndRemembersThatItIsOne) {
  const auto first = parse_seed("0123456789abcdef0123456789abcdef01234567");
  const auto second = parse_seed("0123456789abcdef0123456789abcdef01234568");
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(first->from_commit);
  EXPECT_NE(first->value, second->value);
}

TEST(Seed, RefusesWhatIsNotANumber) {
  for (const char* text : {"", "-1", "x", "0x", "12a", " 1", "18446744073709551616",
                           "g123456789abcdef0123456789abcdef01234567"}) {
    EXPECT_FALSE(parse_seed(text)) << text;
  }
}

TEST(Seed, IsPrintedInAFormThatItReads) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{42}, ~std::uint64_t{0}}) {
    EXPECT_EQ(parse_seed(format_seed(value)), (Seed{.value = value}));
  }
}

TEST(Seed, GivesEachExecutionOfEachScenarioItsOwn) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t index = 0; index < 1000; ++index) {
    seeds.insert(execution_seed(1, "a/b", index));
    seeds.insert(execution_seed(1, "a/c", index));
    seeds.insert(execution_seed(2, "a/b", index));
  }
  EXPECT_EQ(seeds.size(), 3000U);
  EXPECT_EQ(execution_seed(1, "a/b", 7), execution_seed(1, "a/b", 7));
}

}  // namespace
}  // namespace tidemark::sim::choice
