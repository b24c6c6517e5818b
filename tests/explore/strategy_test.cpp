// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"

namespace tidemark::sim::choice {
namespace {

SchedulePoint point_of(std::initializer_list<std::uint32_t> runnable, bool can_advance = false,
                       std::uint64_t events = 0) {
  SchedulePoint point;
  for (const std::uint32_t fiber : runnable) point.runnable.insert(fiber);
  point.current = runnable.size() > 0 ? *runnable.begin() : 0;
  point.can_advance = can_advance;
  point.events = events;
  return point;
}

TEST(RandomWalk, OnlyTakesWhatIsOffered) {
  RandomWalk walk;
  const SchedulePoint points[] = {point_of({0, 1}), point_of({3, 64, 130, 255}),
                                  point_of({5}, true, 0b101), point_of({}, true, 1),
                                  point_of({}, false, std::uint64_t{3} << 62)};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    walk.begin(seed);
    for (const SchedulePoint& point : points) {
      for (int times = 0; times < 20; ++times) EXPECT_TRUE(offers(point, walk.schedule(point)));
    }
    for (const Kind kind : {Kind::wake, Kind::parameter, Kind::outcome, Kind::random, Kind::load}) {
      EXPECT_LT(walk.choose(kind, 3), 3U);
    }
  }
}

TEST(RandomWalk, ReachesEveryOption) {
  RandomWalk walk;
  const SchedulePoint point = point_of({0, 7, 63, 64, 200}, true, 0b1010);
  std::set<std::uint32_t> taken;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    walk.begin(seed);
    for (int times = 0; times < 20; ++times) taken.insert(walk.schedule(point));
  }
  EXPECT_EQ(taken.size(), option_count(point));
}

TEST(RandomWalk, RepeatsItselfFromTheSameSeed) {
  const SchedulePoint point = point_of({0, 1, 2, 3}, true, 3);
  RandomWalk one;
  RandomWalk other;
  one.begin(1);
  for (int times = 0; times < 100; ++times) one.schedule(point);
  one.begin(99);
  other.begin(99);
  for (int times = 0; times < 1000; ++times) {
    ASSERT_EQ(one.schedule(point), other.schedule(point));
    ASSERT_EQ(one.choose(Kind::random, 0), other.choose(Kind::random, 0));
  }
}

TEST(RandomWalk, IsFairAmongThreadsThatAreNotFavoured) {
  RandomWalk walk;
  SchedulePoint point = point_of({1, 2, 3});
  point.current = 9;  // not runnable: nobody is favoured
  std::map<std::uint32_t, int> counts;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    walk.begin(seed);
    for (int times = 0; times < 10; ++times) ++counts[walk.schedule(point)];
  }
  for (const auto& [fiber, count] : counts) EXPECT_NEAR(count, 10'000, 500) << fiber;
}

TEST(RandomWalk, KeepsWithinItsBounds) {
  RandomWalk walk({.events = 2, .faults = 1, .advances = 3});
  const SchedulePoint point = point_of({0, 1}, true, 7);
  std::uint32_t events_most = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    walk.begin(seed);
    std::uint32_t events = 0;
    std::uint32_t advances = 0;
    std::uint32_t faults = 0;
    for (int times = 0; times < 500; ++times) {
      const std::uint32_t taken = walk.schedule(point);
      events += taken >= option::kFirstEvent ? 1 : 0;
      advances += taken == option::kAdvance ? 1 : 0;
      faults += walk.choose(Kind::outcome, 4) != 0 ? 1 : 0;
    }
    EXPECT_LE(events, 2U);
    EXPECT_LE(advances, 3U);
    EXPECT_LE(faults, 1U);
    events_most = std::max(events_most, events);
  }
  EXPECT_EQ(events_most, 2U);
}

TEST(RandomWalk, LetsNothingHappenFromOutsideWhenToldSo) {
  RandomWalk walk({.events = 0, .faults = 0, .advances = 0});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    walk.begin(seed);
    EXPECT_LT(walk.schedule(point_of({0, 1}, true, 7)), option::kFibersMax);
    EXPECT_EQ(walk.choose(Kind::outcome, 5), 0U);
    EXPECT_EQ(walk.schedule(point_of({}, true, 7)), option::kAdvance);
  }
}

TEST(Replay, AnswersAsRecorded) {
  const std::vector<Choice> choices = {
      {Kind::schedule, 3, 2}, {Kind::parameter, 8, 5}, {Kind::random, 0, 1234567890123}};
  Replay replay(choices);
  EXPECT_EQ(replay.schedule(point_of({0, 1, 2})), 2U);
  EXPECT_EQ(replay.choose(Kind::parameter, 8), 5U);
  EXPECT_EQ(replay.choose(Kind::random, 0), 1234567890123U);
  EXPECT_EQ(replay.used(), 3U);
}

TEST(Replay, StopsWhereTheCodeAsksForSomethingElse) {
  const std::vector<Choice> choices = {{Kind::schedule, 3, 2}};
  Replay other_kind(choices);
  EXPECT_EQ(other_kind.choose(Kind::wake, 3), ~std::uint64_t{0});
  EXPECT_EQ(*other_kind.expected(), choices[0]);
  Replay other_count(choices);
  EXPECT_EQ(other_count.schedule(point_of({2, 3})), ~std::uint32_t{0});
  EXPECT_EQ(*other_count.expected(), choices[0]);
}

TEST(Replay, StopsAfterItsLastChoice) {
  Replay replay({});
  EXPECT_EQ(replay.choose(Kind::wake, 2), ~std::uint64_t{0});
  ASSERT_NE(replay.expected(), nullptr);
  EXPECT_EQ(*replay.expected(), Choice{});
}

TEST(LenientReplay, SkipsWhatNoLongerFits) {
  const std::vector<Choice> choices = {{Kind::schedule, 2, 1},
                                       {Kind::schedule, 2, 7},
                                       {Kind::parameter, 9, 8},
                                       {Kind::schedule, 2, 0}};
  RandomWalk fallback;
  fallback.begin(1);
  LenientReplay replay(choices, fallback);
  EXPECT_EQ(replay.schedule(point_of({0, 1})), 1U);
  EXPECT_EQ(replay.schedule(point_of({0, 1})), 0U);  // 7 is not there, the parameter was not asked
  EXPECT_EQ(replay.followed(), 2U);
}

TEST(LenientReplay, GoesOnUnderItsFallback) {
  RandomWalk fallback;
  RandomWalk alone;
  fallback.begin(5);
  alone.begin(5);
  LenientReplay replay({}, fallback);
  const SchedulePoint point = point_of({0, 1, 2}, true);
  for (int times = 0; times < 100; ++times)
    EXPECT_EQ(replay.schedule(point), alone.schedule(point));
  EXPECT_EQ(replay.followed(), 0U);
}

}  // namespace
}  // namespace tidemark::sim::choice
