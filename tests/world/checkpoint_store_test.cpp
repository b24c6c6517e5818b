// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/checkpoint_store.hpp"

#include <gtest/gtest.h>

#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/fault/store_outcomes.hpp"
#include "tidemark/tests/world/fakes.hpp"

namespace tidemark::fake {
namespace {

using sim::play;
using sim::World;

StoreOutcome first;
StoreOutcome second;
std::uint64_t durable;  // 0 where nothing is

void store_twice(World& world) {
  CheckpointStore store(world);
  world.faults({fault::store_outcomes(store, {.at_most = 1})});
  one_process(world, [&] {
    first = store.store({0, 10});
    durable = store.load().position.value_or(Position{}).low;
    second = store.store({0, 20});
  });
}

struct Expectation {
  std::uint64_t outcome;
  StoreOutcome answer;
  std::uint64_t durable;
};

class StoreOutcomes : public testing::TestWithParam<Expectation> {};

TEST_P(StoreOutcomes, AnswersWhatTheClientCanKnowAndKeepsWhatTookEffect) {
  const auto result =
      play(store_twice, {.parameters = {1}, .outcomes = {GetParam().outcome}}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(first, GetParam().answer);
  EXPECT_EQ(durable, GetParam().durable);
  EXPECT_EQ(second, StoreOutcome::stored) << "a load connects afresh, and the budget is used up";
}

INSTANTIATE_TEST_SUITE_P(Each, StoreOutcomes,
                         testing::Values(Expectation{0, StoreOutcome::stored, 10},
                                         Expectation{1, StoreOutcome::failed, 0},
                                         Expectation{2, StoreOutcome::unknown, 10},
                                         Expectation{3, StoreOutcome::unknown, 0},
                                         Expectation{4, StoreOutcome::unknown, 10},
                                         Expectation{5, StoreOutcome::unknown, 0},
                                         Expectation{6, StoreOutcome::unknown, 10}));

TEST(CheckpointStore, FindsTheConnectionClosedAfterItWasLost) {
  const auto result = play(
      [](World& world) {
        CheckpointStore store(world);
        world.faults({fault::store_outcomes(store, {.at_most = 1})});
        one_process(world, [&] {
          first = store.store({0, 10});
          second = store.store({0, 20});
          durable = store.load().position.value_or(Position{}).low;
        });
      },
      {.parameters = {1}, .outcomes = {6}}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(first, StoreOutcome::unknown);
  EXPECT_EQ(second, StoreOutcome::failed);
  EXPECT_EQ(durable, 10u);
}

TEST(CheckpointStore, AnswersWellWhenTheFaultIsOff) {
  play(store_twice, {.parameters = {0}, .outcomes = {1, 1}}, kHolds);
  EXPECT_EQ(first, StoreOutcome::stored);
}

// The world starts with two steps of others: fiber 0 waiting, the process beginning.
void crash_inside_a_write(World& world) {
  CheckpointStore store(world);
  world.faults({fault::crash("client")});
  world.sometimes("in_flight", [&] { return store.concurrent_writes_max() > 0; });
  one_process(world, [&] {
    const LoadResult loaded = store.load();
    if (world.crashes() > 0) {
      durable = loaded.position.value_or(Position{}).low;
      return;
    }
    first = store.store({0, 10});
  });
}

constexpr sim::Goal kInFlight[] = {{"in_flight", sim::Goal::Kind::sometimes}};

/// Plays with a crash at each step in turn; returns how often the value was durable after it.
int count_durable(std::uint64_t effect) {
  int found = 0;
  for (std::uint64_t step = 1; step < 12; ++step) {
    durable = 99;
    const auto result = play(crash_inside_a_write,
                             {.parameters = {1, effect}, .event_steps = {step}}, kHolds, kInFlight);
    EXPECT_EQ(sim::message_of(result), "held");
    if (durable == 10) ++found;
  }
  return found;
}

TEST(CheckpointStore, MayHaveTakenAWriteThatACrashLeftInFlight) {
  EXPECT_GT(count_durable(1), count_durable(0)) << "the effect of a write in flight is a choice";
  EXPECT_GT(count_durable(0), 0) << "what took effect before the crash stays";
}

TEST(CheckpointStore, ConfirmsUpstreamOnlyWhatItAnsweredWell) {
  const auto body = [](World& world) {
    RowSource source(world, {.rows = 2, .prunes_on_confirm = true});
    CheckpointStore store(world, {.confirms = &source});
    world.faults({fault::store_outcomes(store)});
    one_process(world, [&] {
      first = store.store({0, 10});
      durable = 0;
      for (const Row row : source.read_from(std::nullopt)) durable += row.id;
    });
  };
  play(body, {}, kHolds);
  EXPECT_EQ(durable, 2u);
  play(body, {.parameters = {1}, .outcomes = {2}}, kHolds);
  EXPECT_EQ(durable, 3u) << "an unknown outcome confirms nothing";
}

}  // namespace
}  // namespace tidemark::fake
