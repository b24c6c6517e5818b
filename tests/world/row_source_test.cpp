// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/row_source.hpp"

#include <gtest/gtest.h>

#include "tidemark/tests/world/fakes.hpp"

namespace tidemark::fake {
namespace {

using sim::play;
using sim::World;

struct Seen {
  std::uint64_t id;
  std::uint64_t position;
  std::uint64_t checkpoint;  // 0 where there is none
  bool snapshot;
  friend bool operator==(const Seen&, const Seen&) = default;
};

// In fixed storage: what a body allocates does not outlive its execution.
Seen seen[16];
std::size_t seen_count;

void read_all(RowStream stream) {
  seen_count = 0;
  for (const Row row : stream) {
    const auto checkpoint = row.checkpoint ? row.checkpoint->low : 0;
    seen[seen_count++] = {row.id, row.position.low, checkpoint, row.snapshot};
  }
}

std::vector<Seen> what_was_seen() { return {seen, seen + seen_count}; }

TEST(RowSource, GivesRowsInOrderWithTheirClosedPositions) {
  const auto result = play(
      [](World& world) {
        RowSource source(world, {.rows = 3, .rows_per_transaction = 2});
        one_process(world, [&] { read_all(source.read_from(std::nullopt)); });
      },
      {}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(what_was_seen(),
            (std::vector<Seen>{{1, 10, 0, false}, {2, 10, 10, false}, {3, 20, 20, false}}));
}

TEST(RowSource, LeavesATailOpenThatNobodyHasClosed) {
  play(
      [](World& world) {
        RowSource source(
            world, {.rows = 3, .rows_per_transaction = 2, .tail = RowSourceOptions::Tail::unknown});
        one_process(world, [&] { read_all(source.read_from(std::nullopt)); });
      },
      {}, kHolds);
  EXPECT_EQ(what_was_seen(),
            (std::vector<Seen>{{1, 10, 0, false}, {2, 10, 0, false}, {3, 20, 10, false}}));
}

TEST(RowSource, ReadsTheSnapshotFirst) {
  play(
      [](World& world) {
        RowSource source(world, {.rows = 1, .snapshot_rows = 2});
        one_process(world, [&] { read_all(source.read_from(std::nullopt)); });
      },
      {}, kHolds);
  EXPECT_EQ(what_was_seen(),
            (std::vector<Seen>{{1, 10, 0, true}, {2, 10, 0, true}, {3, 20, 20, false}}));
}

TEST(RowSource, GivesASnapshotByItselfWithThePositionBehindIt) {
  play(
      [](World& world) {
        RowSource source(world, {.rows = 1, .snapshot_rows = 2, .prunes_on_confirm = true});
        one_process(world, [&] {
          Snapshot snapshot = source.read_snapshot();
          source.confirm(snapshot.position);
          read_all(snapshot.rows);
          const auto rows = static_cast<std::ptrdiff_t>(seen_count);
          RowStream stream = source.read_from(snapshot.position);
          stream.advance();
          seen[rows] = {stream.row().id, snapshot.position.low, 0, stream.row().snapshot};
          ++seen_count;
        });
      },
      {}, kHolds);
  EXPECT_EQ(what_was_seen(),
            (std::vector<Seen>{{1, 10, 0, true}, {2, 10, 0, true}, {3, 10, 0, false}}));
}

TEST(RowSource, StartsBehindTheGivenPosition) {
  play(
      [](World& world) {
        RowSource source(world, {.rows = 3});
        one_process(world, [&] { read_all(source.read_from(Position{0, 20})); });
      },
      {}, kHolds);
  EXPECT_EQ(what_was_seen(), (std::vector<Seen>{{3, 30, 30, false}}));
}

TEST(RowSource, MakesAReaderWaitForTheWriter) {
  const auto result = play(
      [](World& world) {
        RowSource source(world, {.rows = 2, .commits = RowSourceOptions::Commits::over_time});
        one_process(world, [&] { read_all(source.read_from(std::nullopt)); });
      },
      {.turns = true}, kHolds);
  EXPECT_EQ(sim::message_of(result), "held");
  EXPECT_EQ(what_was_seen(), (std::vector<Seen>{{1, 10, 10, false}, {2, 20, 20, false}}));
}

TEST(RowSource, HasLostWhatItPruned) {
  play(
      [](World& world) {
        RowSource source(world, {.rows = 3, .prunes_on_confirm = world.coin("prunes")});
        one_process(world, [&] {
          source.confirm({0, 20});
          read_all(source.read_from(std::nullopt));
        });
      },
      {.parameters = {1}}, kHolds);
  EXPECT_EQ(what_was_seen(), (std::vector<Seen>{{3, 30, 30, false}}));
}

TEST(RowSource, KeepsWhatWasConfirmedUnlessItPrunes) {
  play(
      [](World& world) {
        RowSource source(world, {.rows = 3});
        one_process(world, [&] {
          source.confirm({0, 20});
          read_all(source.read_from(std::nullopt));
        });
      },
      {}, kHolds);
  EXPECT_EQ(seen_count, 3u);
}

}  // namespace
}  // namespace tidemark::fake
