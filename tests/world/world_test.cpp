// SPDX-License-Identifier: MIT
#include "tidemark/sim/world/world.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "tidemark/sim/fault/clock_jump.hpp"
#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/tests/world/script.hpp"

namespace tidemark::sim {
namespace {

constexpr std::string_view kHolds[] = {"holds"};
constexpr Goal kGoals[] = {{"seen", Goal::Kind::reachable}, {"true", Goal::Kind::sometimes}};

std::chrono::nanoseconds wall_moved;
std::chrono::nanoseconds steady_moved;
std::uint64_t observed;  // what a body saw; the module of a test is not restored

TEST(World, RunsEveryProcessToItsEndAndHolds) {
  observed = 0;
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.process("a", [] { ++observed; });
        world.process("b", [] { ++observed; });
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(message_of(result), "held");
  EXPECT_EQ(result.outcome.category, kernel::Category::none);
  EXPECT_EQ(observed, 2u);
}

TEST(World, EndsWhereAnAlwaysIsViolatedAndSaysWhy) {
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return Verdict::violated("1 is not 2"); });
        world.process("a", [] {});
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(result.outcome.category, kernel::Category::property);
  ASSERT_NE(result.outcome.failure, nullptr);
  EXPECT_STREQ(result.outcome.failure->property, "holds");
  EXPECT_EQ(message_of(result), "1 is not 2");
}

TEST(World, JudgesAnEventuallyWhenEverythingHasEnded) {
  const RunResult result = play(
      [](World& world) {
        world.eventually("holds", [] { return false; });
        world.process("a", [] {});
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(result.outcome.category, kernel::Category::wedge);
  EXPECT_EQ(message_of(result), "the condition does not hold");
}

TEST(World, JudgesTheResultWhenEverythingHasEnded) {
  const RunResult result = play(
      [](World& world) {
        observed = 0;
        world.at_end("holds", [] { return Verdict::equal(observed, 2); });
        world.process("a", [] { ++observed; });
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(result.outcome.category, kernel::Category::property);
  EXPECT_EQ(message_of(result), "it is 1, not 2");
}

TEST(World, JudgesAnAlwaysAfterEachStepOnTheScenariosOwnState) {
  const RunResult result = play(
      [](World& world) {
        observed = 0;
        world.always("holds", [] { return observed != 1; });
        world.process("a", [&world] {
          world.atomically([] { observed = 1; });
          world.atomically([] { observed = 2; });
        });
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(result.outcome.category, kernel::Category::property);
  EXPECT_EQ(observed, 1u);
}

TEST(World, DrawsInputsAndListsThem) {
  const RunResult result = play(
      [](World& world) {
        observed = world.pick("rows", 3, 9) * 10 + (world.coin("prunes") ? 1 : 0);
        world.always("holds", [] { return true; });
        world.run();
      },
      {.parameters = {4, 1}}, kHolds);
  EXPECT_EQ(message_of(result), "held");
  EXPECT_EQ(observed, 71u);
  EXPECT_EQ(parameters_of_last_run(), (std::vector<std::string>{"rows = 7", "prunes = 1"}));
}

TEST(World, NotesTheGoalsThatWereReached) {
  const auto body = [](World& world) {
    world.always("holds", [] { return true; });
    world.sometimes("true", [&world] { return world.history().version() > 0; });
    if (world.coin("reach")) world.reachable("seen");
    world.process("a", [] {});
    world.run();
  };
  EXPECT_EQ(play(body, {.parameters = {1}}, kHolds, kGoals).goals_hit, 3u);
  EXPECT_EQ(play(body, {.parameters = {0}}, kHolds, kGoals).goals_hit, 2u);
}

TEST(World, StartsAProcessAgainAfterEachCrash) {
  observed = 0;
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.faults({fault::crash("a", {.at_most = 2})});
        world.process("a", [&world] {
          ++observed;
          for (int turn = 0; turn < 10; ++turn) world.atomically([] {});
        });
        world.run();
      },
      {.parameters = {1}, .event_steps = {4, 9, 12}}, kHolds);
  EXPECT_EQ(message_of(result), "held");
  EXPECT_EQ(observed, 3u) << "two crashes, and the budget is used up";
  EXPECT_EQ(parameters_of_last_run(), (std::vector<std::string>{"fault crash a = 1"}));
}

TEST(World, LeavesFaultsOffThatWereNotDrawn) {
  observed = 0;
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.faults({fault::crash("a"), fault::clock_jump("a")});
        world.process("a", [&world] {
          ++observed;
          for (int turn = 0; turn < 10; ++turn) world.atomically([] {});
        });
        world.run();
      },
      {.event_steps = {1, 2}}, kHolds);
  EXPECT_EQ(message_of(result), "held");
  EXPECT_EQ(observed, 1u);
}

void read_both_clocks(World& world) {
  world.always("holds", [] { return true; });
  world.faults({fault::clock_jump("a", {.at_most = 1, .by = std::chrono::hours(1)})});
  world.process("a", [&world] {
    const auto wall = std::chrono::system_clock::now();
    const auto steady = std::chrono::steady_clock::now();
    for (int turn = 0; turn < 10; ++turn) world.atomically([] {});
    wall_moved = std::chrono::system_clock::now() - wall;
    steady_moved = std::chrono::steady_clock::now() - steady;
  });
  world.run();
}

TEST(World, MovesTheWallClockOfAProcessAndNoOther) {
  using std::chrono::hours;
  using std::chrono::minutes;
  for (const std::uint64_t back : {0, 1}) {
    const RunResult result =
        play(read_both_clocks, {.parameters = {1, back}, .event_steps = {5}}, kHolds);
    EXPECT_EQ(message_of(result), "held");
    const auto jumped = back != 0 ? -wall_moved : wall_moved;
    EXPECT_GT(jumped, hours(1) - minutes(1));
    EXPECT_LT(jumped, hours(1) + minutes(1));
    EXPECT_LT(steady_moved, minutes(1));
  }
}

TEST(WorldMisuse, SaysThatNoPropertyIsDeclared) {
  const RunResult result = play([](World& world) { world.run(); }, {}, {});
  EXPECT_EQ(result.outcome.category, kernel::Category::misuse);
  EXPECT_EQ(message_of(result), "the scenario declares no property");
}

TEST(WorldMisuse, SaysThatRunIsNeverCalled) {
  const RunResult result =
      play([](World& world) { world.always("holds", [] { return true; }); }, {}, kHolds);
  EXPECT_EQ(message_of(result), "the scenario never calls run()");
}

TEST(WorldMisuse, SaysThatRunIsCalledTwice) {
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.run();
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(message_of(result), "run() is called twice");
}

TEST(WorldMisuse, NamesAGoalThatIsNotDeclared) {
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.reachable("nowhere");
        world.run();
      },
      {}, kHolds, kGoals);
  EXPECT_EQ(message_of(result),
            "goal 'nowhere' (reachable) is not declared by the scenario 'test/body'");
}

TEST(WorldMisuse, NamesAPropertyThatTheTableDoesNot) {
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.always("other", [] { return true; });
        world.run();
      },
      {}, kHolds);
  EXPECT_EQ(message_of(result), "property 'other' is checked but not declared by the scenario");
}

TEST(WorldMisuse, NamesAPropertyThatIsNeverChecked) {
  static constexpr std::string_view kTwo[] = {"holds", "other"};
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.run();
      },
      {}, kTwo);
  EXPECT_EQ(message_of(result), "property 'other' is declared by the scenario but never checked");
}

TEST(WorldMisuse, NamesAProcessThatAFaultCannotFind) {
  const RunResult result = play(
      [](World& world) {
        world.always("holds", [] { return true; });
        world.faults({fault::crash("nobody")});
        world.run();
      },
      {.parameters = {1}}, kHolds);
  EXPECT_EQ(message_of(result), "a fault names the process 'nobody', which is not declared");
}

}  // namespace
}  // namespace tidemark::sim
