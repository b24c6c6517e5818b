// SPDX-License-Identifier: MIT
#include "tidemark/core/batch/batcher.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::closed_row;
using testing::eventually;

Row with_payload(std::uint64_t id, std::size_t bytes) {
  Row row = closed_row(id);
  row.payload = std::string(bytes, 'x');
  return row;
}

TEST(Batcher, GivesBackTheRowsInTheOrderOfAdding) {  // B-2
  Batcher batcher{{.count = 3, .check = [](const Row& row) { return row.id % 5 == 0; }}};
  std::vector<std::uint64_t> ids;
  for (std::uint64_t id = 1; id <= 50; ++id) {
    Row row = with_payload(id, id);
    if (!batcher.add(std::move(row))) continue;
    for (const Row& flushed : batcher.flush().batch) {
      EXPECT_EQ(flushed.payload.size(), flushed.id);
      ids.push_back(flushed.id);
    }
  }
  for (const Row& flushed : batcher.flush().batch) ids.push_back(flushed.id);
  ASSERT_EQ(ids.size(), 50U);
  for (std::uint64_t id = 1; id <= 50; ++id) EXPECT_EQ(ids[id - 1], id);
}

TEST(Batcher, AsksForAFlushAtItsCountAndNotBefore) {  // B-3
  Batcher batcher{{.count = 2}};
  EXPECT_FALSE(batcher.add(closed_row(1)));
  EXPECT_TRUE(batcher.add(closed_row(2)));
  EXPECT_EQ(batcher.flush().batch.size(), 2U);
  EXPECT_TRUE(batcher.empty());
  EXPECT_FALSE(batcher.add(closed_row(3)));
}

TEST(Batcher, CountsBytesAnewAfterAFlush) {
  Batcher batcher{{.byte_size = 10}};
  EXPECT_FALSE(batcher.add(with_payload(1, 9)));
  EXPECT_TRUE(batcher.add(with_payload(2, 1)));
  EXPECT_EQ(batcher.flush().batch.size(), 2U);
  EXPECT_FALSE(batcher.add(with_payload(3, 9)));
}

TEST(Batcher, KeepsAskingOnceTheCheckHasFired) {
  Batcher batcher{{.check = [](const Row& row) { return row.id == 2; }}};
  EXPECT_FALSE(batcher.add(closed_row(1)));
  EXPECT_TRUE(batcher.add(closed_row(2)));
  EXPECT_TRUE(batcher.add(closed_row(3)));
  EXPECT_EQ(batcher.flush().batch.size(), 3U);
  EXPECT_FALSE(batcher.add(closed_row(4)));
}

TEST(Batcher, HasNoDeadlineWithoutAPeriod) {
  EXPECT_EQ(Batcher{{.count = 2}}.until_next(), std::nullopt);
}

TEST(Batcher, CountsDownToItsPeriodAndStartsItAnewWithEveryFlush) {  // B-4
  constexpr auto kPeriod = std::chrono::hours{1};
  Batcher batcher{{.period = kPeriod}};
  const auto before = batcher.until_next();
  ASSERT_TRUE(before);
  EXPECT_LE(*before, kPeriod);
  ASSERT_TRUE(eventually([&] { return *batcher.until_next() < *before; }));
  const auto started = Batcher::Clock::now();
  EXPECT_EQ(batcher.flush().batch.size(), 0U);  // an empty flush counts
  const auto left = *batcher.until_next();
  // However long this thread was held up: the period began after `started`.
  EXPECT_GE(left, started + kPeriod - Batcher::Clock::now());
}

TEST(Batcher, IsDueOnceThePeriodIsOverAndALateRowSaysSo) {  // B-4
  Batcher batcher{{.period = std::chrono::nanoseconds{1}}};
  ASSERT_TRUE(eventually([&] { return *batcher.until_next() <= Batcher::kDue; }));
  EXPECT_EQ(batcher.until_next(), Batcher::kDue);  // never less
  const auto now = Batcher::Clock::now();
  ASSERT_TRUE(eventually([&] { return Batcher::Clock::now() > now; }));
  EXPECT_TRUE(batcher.add(closed_row(1)));
}

TEST(Batcher, AProcessorMayFilterABatchToNothing) {
  Batcher batcher{{.count = 1, .process = [](Batch& batch) {
                     batch.clear();
                     return ProcessOutcome::processed;
                   }}};
  EXPECT_TRUE(batcher.add(closed_row(1)));
  const FlushResult result = batcher.flush();
  EXPECT_EQ(result.outcome, ProcessOutcome::processed);
  EXPECT_TRUE(result.batch.empty());
  EXPECT_TRUE(batcher.empty());
}

TEST(Batcher, AFailedFlushHasLostItsRows) {  // B-5
  Batcher batcher{{.count = 2, .process = [](Batch&) { return ProcessOutcome::failed; }}};
  EXPECT_FALSE(batcher.add(closed_row(1)));
  EXPECT_TRUE(batcher.add(closed_row(2)));
  const FlushResult result = batcher.flush();
  EXPECT_EQ(result.outcome, ProcessOutcome::failed);
  EXPECT_TRUE(result.batch.empty());
  EXPECT_TRUE(batcher.empty());
  EXPECT_EQ(batcher.flush().outcome, ProcessOutcome::processed);  // nothing buffered, nothing lost
}

TEST(BatcherDeathTest, RefusesAPolicyThatMakesNoSense) {
  EXPECT_DEATH(Batcher{{.count = 0}}, "batch policy: count must be at least 1, it is 0");
}

}  // namespace
}  // namespace tidemark
