// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tidemark/models/ledger.hpp"
#include "tidemark/tests/models/story.hpp"

// Histories that look suspicious and are right: each was a false alarm somewhere.
namespace tidemark::models {
namespace {

void expect_green(const Story& story, const LedgerOptions& options = {}) {
  Ledger ledger(story.history(), options);
  EXPECT_EQ(ledger.no_skip().sentence(), "");
  EXPECT_EQ(ledger.no_over_ack().sentence(), "");
  EXPECT_EQ(ledger.monotonic_durable().sentence(), "");
  EXPECT_EQ(ledger.order().sentence(), "");
  EXPECT_EQ(ledger.bounded_duplicates().sentence(), "");
}

TEST(MustStayGreen, HolesBetweenPositions) {
  Story story;
  story.commits(1, 10, 10).commits(2, 17, 17).opens();
  expect_green(story.delivers(1).settles(1).stores(13).delivers(2).settles(2).stores(99));
}

TEST(MustStayGreen, AnUnresolvedTransactionAtShutdown) {
  Story story;
  story.commits(1, 10, 10).opens().delivers(1).settles(1).stores(10);
  expect_green(story.commits(2, 20).commits(3, 20, 20));
}

TEST(MustStayGreen, WorkThatIsOnlyRepeated) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).delivers(2).settles(1);
  expect_green(story.settles(2).restarts().opens().delivers(1).delivers(2).settles(1).settles(2));
}

TEST(MustStayGreen, AcksOutOfOrderWhereTheRestIsReadAgain) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).commits(3, 30, 30).opens();
  expect_green(story.delivers(1).delivers(2).delivers(3).settles(3).settles(1).stores(10));
}

TEST(MustStayGreen, ANackThatIsOptedInToDrop) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).delivers(2);
  story.rejects(1).settles(2).stores(20);
  expect_green(story);
  Ledger strict(story.history(), LedgerOptions{.nack = NackMeaning::leaves_open});
  EXPECT_FALSE(strict.no_skip().holds()) << "under another policy the same history is a skip";
}

TEST(MustStayGreen, APositionThatMovesBackInALaterRun) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).delivers(2);
  story.settles(1).settles(2).stores(20).restarts().opens();
  expect_green(story.delivers(1).settles(1).stores(10));
}

TEST(MustStayGreen, AReplyThatFailsThoughTheStoreHasIt) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).settles(1);
  story.requests(10).takes_effect(10).replies(Event::Reply::unknown);
  expect_green(story.restarts().opens().delivers(2).settles(2).stores(20));
}

TEST(MustStayGreen, AWriteWhoseOutcomeNobodyKnows) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).settles(1);
  story.requests(10).replies(Event::Reply::unknown);
  expect_green(story.restarts().opens().delivers(1).delivers(2).settles(2).stores(20));
}

TEST(MustStayGreen, ASettlementThatComesTwice) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).settles(1).stores(10);
  expect_green(story.settles(1).delivers(2).settles(2).stores(20));
}

TEST(MustStayGreen, AReaderThatOpensAgainAndStartsFurtherBack) {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).opens().delivers(1).delivers(2);
  expect_green(story.opens().delivers(1).delivers(2).settles(1).settles(2).stores(20));
}

}  // namespace
}  // namespace tidemark::models
