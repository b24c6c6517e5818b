// SPDX-License-Identifier: MIT
// The exhaustive search makes each graph that the axioms allow, no other, and each once.
#include <gtest/gtest.h>

#include "tidemark/tests/graph/environment.hpp"
#include "tidemark/tests/graph/explore.hpp"
#include "tidemark/tests/graph/random_program.hpp"
#include "tidemark/tests/graph/shapes.hpp"

namespace tidemark::oracle {
namespace {

TEST(Search, CountsTheClassicShapesAsTheLiteratureDoes) {
  for (const Shape& shape : shapes()) {
    for (const auto& creation : creation_orders(shape.program)) {
      const Searched found = search(shape.program, creation);
      EXPECT_EQ(found.counters.executions, shape.executions) << shape.name;
      EXPECT_EQ(found.counters.blocked, 0U) << shape.name;
    }
  }
}

TEST(Search, MakesTheGraphsOfTheClassicShapes) {
  for (const Shape& shape : shapes()) {
    const std::string difference = explain_difference(shape.program);
    EXPECT_TRUE(difference.empty()) << shape.name << "\n" << difference;
  }
}

TEST(Search, MakesTheGraphsOfRandomPrograms) {
  const std::uint64_t first = from_environment("TIDEMARK_FIRST_SEED", 1);
  const std::uint64_t programs = from_environment("TIDEMARK_PROGRAMS", 2000);
  std::uint64_t differ = 0;
  for (std::uint64_t seed = first; seed < first + programs && differ < 3; ++seed) {
    const std::string difference = explain_difference(random_program(seed, {.awaits = true}));
    if (difference.empty()) continue;
    ADD_FAILURE() << "seed " << seed << "\n" << difference;
    ++differ;
  }
}

}  // namespace
}  // namespace tidemark::oracle
