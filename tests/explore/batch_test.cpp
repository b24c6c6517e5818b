// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tidemark/sim/explore/batch_text.hpp"
#include "tidemark/sim/explore/lane.hpp"
#include "tidemark/tests/explore/planted.hpp"

namespace tidemark::sim::explore {
namespace {

Batch batch_of(std::uint64_t first, std::uint64_t ran) {
  Batch batch;
  batch.first = first;
  batch.ran = batch.executions = ran;
  batch.steps = 3 * ran;
  batch.elapsed_s = 0.5;
  for (std::uint64_t at = 0; at < ran; ++at) batch.hashes.push_back(first + at + 1);
  return batch;
}

Batch failing(Batch batch, std::uint64_t execution) {
  Finding found;
  found.execution = execution;
  found.first = {kernel::Category::property, 12, 34};
  found.second = {kernel::Category::race, 56, 78};
  found.shake = 9;
  found.sentence = "a sentence with a \0 in it";
  batch.failure = batch.ending = found;
  batch.found = 1;
  return batch;
}

TEST(Parcel, ArrivesAsItWasSentInWhateverPieces) {
  std::string sent;
  pack(sent, 3, failing(batch_of(16, 5), 20));
  pack(sent, 0, Batch{});
  std::string came;
  std::vector<Parcel> taken;
  for (const char letter : sent) {
    came += letter;
    std::string_view rest = came;
    while (auto parcel = unpack(rest)) taken.push_back(*parcel);
    came.erase(0, came.size() - rest.size());
  }
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].lane, 3U);
  EXPECT_EQ(taken[0].batch, failing(batch_of(16, 5), 20));
  EXPECT_EQ(taken[1].lane, 0U);
  EXPECT_EQ(taken[1].batch, Batch{});
  EXPECT_EQ(came, "");
}

CampaignOptions hundred() {
  CampaignOptions options;
  options.budget.executions = 100;
  return options;
}

TEST(Lane, CountsBatchesInTheOrderOfTheirExecutions) {
  const CampaignOptions options = hundred();
  Lane lane(kLostUpdate, options);
  lane.add(batch_of(40, 60));
  EXPECT_EQ(lane.progress().executions, 0U);
  lane.add(batch_of(0, 16));
  EXPECT_EQ(lane.progress().executions, 16U);
  EXPECT_FALSE(lane.done());
  lane.add(batch_of(16, 24));
  EXPECT_EQ(lane.progress().executions, 100U);
  EXPECT_TRUE(lane.done());
}

TEST(Lane, DropsWhatLiesBehindTheFirstFailure) {
  const CampaignOptions options = hundred();
  Lane lane(kLostUpdate, options);
  lane.add(failing(batch_of(32, 2), 33));
  lane.add(batch_of(48, 16));
  lane.add(failing(batch_of(16, 5), 20));
  EXPECT_FALSE(lane.done());
  lane.add(batch_of(0, 16));
  EXPECT_TRUE(lane.done());
  EXPECT_TRUE(lane.failed());
  EXPECT_EQ(lane.progress().executions, 21U);
  lane.add_what_waits();
  EXPECT_EQ(lane.progress().executions, 21U);
  EXPECT_EQ(lane.progress().steps, 63U);
}

TEST(Lane, TakesWhatThereIsWhereSomethingNeverCame) {
  const CampaignOptions options = hundred();
  Lane lane(kLostUpdate, options);
  lane.add(batch_of(16, 16));
  lane.add(batch_of(64, 16));
  EXPECT_EQ(lane.progress().executions, 0U);
  lane.add_what_waits();
  EXPECT_EQ(lane.progress().executions, 32U);
  EXPECT_EQ(std::move(lane).finish().distinct, 32U);
}

}  // namespace
}  // namespace tidemark::sim::explore
