// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tidemark/sim/scenario.hpp"

// Listed in the order of the file, so that sorting shows.
TIDEMARK_SCENARIO(zebra, second, .claim = "of two", .tags = {"black", "white"},
                  .properties = {"one", "two"}, .sometimes = {"seen"},
                  .reachable = {"met", "left"}) {}

TIDEMARK_SCENARIO(ant, first, .claim = "of one", .properties = {"one"}) {
  world.always("one", [] { return true; });
}

namespace tidemark::sim {
namespace {

TEST(ScenarioEntry, ListsEveryScenarioOfTheModuleByName) {
  const auto table = scenarios::table();
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[0].name, "ant/first");
  EXPECT_EQ(table[1].name, "zebra/second");
  EXPECT_NE(table[0].body, table[1].body);
}

TEST(ScenarioEntry, SaysWhatTheDescriptionSays) {
  const Scenario& scenario = scenarios::table()[1];
  EXPECT_EQ(scenario.claim, "of two");
  ASSERT_EQ(scenario.tags.size(), 2u);
  EXPECT_EQ(scenario.tags[1], "white");
  ASSERT_EQ(scenario.properties.size(), 2u);
  EXPECT_EQ(scenario.properties[0], "one");
  ASSERT_EQ(scenario.goals.size(), 3u);
  EXPECT_EQ(scenario.goals[0].name, "seen");
  EXPECT_EQ(scenario.goals[0].kind, Goal::Kind::sometimes);
  EXPECT_EQ(scenario.goals[2].name, "left");
  EXPECT_EQ(scenario.goals[2].kind, Goal::Kind::reachable);
  EXPECT_TRUE(scenarios::table()[0].goals.empty());
}

}  // namespace
}  // namespace tidemark::sim
