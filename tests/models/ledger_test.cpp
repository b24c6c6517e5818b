// SPDX-License-Identifier: MIT
#include "tidemark/models/ledger.hpp"

#include <gtest/gtest.h>

#include "tidemark/tests/models/story.hpp"

namespace tidemark::models {
namespace {

Story three_rows() {
  Story story;
  story.commits(1, 10, 10).commits(2, 20, 20).commits(3, 30, 30).opens();
  return story;
}

TEST(Ledger, HoldsForAHistoryThatStoresWhatIsSettled) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.delivers(1).delivers(2).settles(1).stores(10).settles(2).stores(20);
  story.delivers(3).settles(3).stores(30);
  EXPECT_TRUE(ledger.no_skip().holds());
  EXPECT_TRUE(ledger.monotonic_durable().holds());
  EXPECT_TRUE(ledger.order().holds());
  EXPECT_TRUE(ledger.all_settled().holds());
  EXPECT_TRUE(ledger.no_wedge().holds());
}

TEST(Ledger, NamesTheRowThatARestartWouldNotReadAgain) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.delivers(1).delivers(2).settles(2).stores(20);
  EXPECT_EQ(ledger.no_skip().sentence(),
            "row 1 at position 10 is not settled, and a restart from 20 would not read it again "
            "(the write of that position is under way or its outcome is unknown)");
}

TEST(Ledger, OwesEveryRowOfASnapshotBeforeItsPosition) {  // G-2
  Story early;
  early.commits(1, 10).commits(2, 10).commits(3, 20, 20).settles(1).requests(10);
  EXPECT_FALSE(Ledger(early.history(), ResumeRule::exclusive).no_skip().holds());
  // Killed with half of it settled and nothing stored: all of it is read again.
  Story again;
  again.commits(1, 10).commits(2, 10).opens().settles(1).restarts().opens();
  again.settles(1).settles(2).stores(10);
  Ledger ledger(again.history(), ResumeRule::exclusive);
  EXPECT_TRUE(ledger.no_skip().holds());
  EXPECT_TRUE(ledger.redelivery().holds());
}

TEST(Ledger, ReportsASkipAtTheRequestThatMakesItPossible) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.settles(2);
  EXPECT_TRUE(ledger.no_skip().holds());
  story.requests(20);
  EXPECT_FALSE(ledger.no_skip().holds());
}

TEST(Ledger, KeepsAViolationThatALaterEventMends) {
  Story story = three_rows();
  story.settles(2).stores(20).settles(1);
  Ledger ledger(story.history(), ResumeRule::exclusive);
  EXPECT_FALSE(ledger.no_skip().holds());
}

TEST(Ledger, CountsARowThatCommitsLateBelowTheDurablePosition) {
  Story story;
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.commits(1, 10).settles(1).stores(10);
  EXPECT_TRUE(ledger.no_skip().holds());
  story.commits(2, 5);
  EXPECT_EQ(ledger.no_skip().sentence(),
            "row 2 at position 5 is not settled, and a restart from 10 would not read it again");
}

TEST(Ledger, SeesTheTailOfATieGroupSkipped) {
  Story story;
  story.commits(1, 42).commits(2, 42, 42).settles(1);
  Ledger exclusive(story.history(), ResumeRule::exclusive);
  Ledger next(story.history(), ResumeRule::next);
  story.stores(42);
  EXPECT_FALSE(exclusive.no_skip().holds());
  EXPECT_TRUE(next.no_skip().holds()) << "a start at 42 reads both rows again";
}

TEST(Ledger, LosesARowThatThePruningSourceDropped) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.settles(1).stores(10).confirms(20).prunes(20);
  EXPECT_EQ(ledger.no_skip().sentence(),
            "row 2 at position 20 is not settled, and the source has dropped everything up to 20");
  EXPECT_EQ(ledger.no_over_ack().sentence(),
            "row 2 at position 20 is not settled, but 20 was confirmed upstream");
}

TEST(Ledger, SeesTheDurablePositionGoBackWithinOneRun) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.settles(1).settles(2).stores(20).stores(10);
  EXPECT_EQ(ledger.monotonic_durable().sentence(),
            "run 1 of process 1 had stored 20 and then stored 10");
  EXPECT_TRUE(ledger.no_skip().holds()) << "a replay loses nothing";
}

TEST(Ledger, SeesRowsHandedOverAgainstSourceOrder) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.delivers(2).delivers(1);
  EXPECT_EQ(ledger.order().sentence(),
            "row 1 at position 10 was handed over after row 2 at position 20");
}

TEST(Ledger, BoundsWhatARestartRepeats) {
  Story story = three_rows();
  Ledger ledger(story.history(), LedgerOptions{.bounds = {.duplicates_max = 1}});
  story.delivers(1).delivers(2).restarts().opens().delivers(1);
  EXPECT_TRUE(ledger.bounded_duplicates().holds());
  story.delivers(2);
  EXPECT_EQ(ledger.bounded_duplicates().sentence(),
            "run 2 of process 1 repeats 2 rows, the last of them row 2; at most 1 were in flight");
}

TEST(Ledger, ExcusesRepetitionsOfARunThatCouldNotStore) {
  Story story = three_rows();
  Ledger ledger(story.history(), LedgerOptions{.bounds = {.duplicates_max = 0}});
  story.delivers(1).settles(1).requests(10).drops_write(10).replies(Event::Reply::failed);
  story.restarts().opens().delivers(1);
  EXPECT_TRUE(ledger.bounded_duplicates().holds());
}

TEST(Ledger, OwesWhatWasOpenAtTheRestart) {
  Story story = three_rows();
  Ledger ledger(story.history(), LedgerOptions{.bounds = {.redelivery_ns = 100}});
  story.settles(1).restarts().waits(100).delivers(2);
  EXPECT_TRUE(ledger.redelivery().holds());
  story.waits(1).opens();
  EXPECT_EQ(ledger.redelivery().sentence(),
            "row 3 at position 30 was open at the restart and is not handed over again after 101 "
            "ns; at most 100 are allowed");
}

TEST(Ledger, JudgesRedeliveryAtTheEndWhereNoTimeIsGiven) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.restarts().opens().delivers(1).delivers(2);
  EXPECT_FALSE(ledger.redelivery().holds());
  story.delivers(3);
  EXPECT_TRUE(ledger.redelivery().holds());
}

TEST(Ledger, NamesARowThatWasNeverSettled) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.settles(1).settles(3);
  EXPECT_EQ(ledger.all_settled().sentence(),
            "row 2 at position 20 was never settled (1 of 3 rows before it are)");
}

TEST(Ledger, SeesADurablePositionThatStaysBehind) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.settles(1).stores(10).settles(2).settles(3);
  EXPECT_EQ(ledger.no_wedge().sentence(),
            "everything up to 30 is settled, but the durable position stays at 10");
}

TEST(Ledger, AcceptsAnOpenRowAsTheWitnessOfAHold) {
  Story story = three_rows();
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.settles(1).stores(10).settles(3);
  EXPECT_TRUE(ledger.no_wedge().holds());
}

TEST(Ledger, ExpectsTheDrainedWindowToBeStored) {
  Story story;
  Ledger ledger(story.history(), ResumeRule::exclusive);
  story.commits(1, 10).commits(2, 20, 10).settles(1).settles(2).stores(10);
  EXPECT_TRUE(ledger.no_wedge().holds()) << "nobody has said that 20 is complete";
  story.drains(20);
  EXPECT_FALSE(ledger.no_wedge().holds());
}

}  // namespace
}  // namespace tidemark::models
