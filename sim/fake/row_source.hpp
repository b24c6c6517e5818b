// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "tidemark/core/ports/checkpoint_store.hpp"
#include "tidemark/core/position/row.hpp"

namespace tidemark::sim {
class World;
}

namespace tidemark::fake {

struct RowSourceOptions {
  /// Rows of the change stream, in all.
  std::uint64_t rows = 8;
  /// Rows that commit together and share a position; the last transaction may be shorter.
  std::uint64_t rows_per_transaction = 1;
  /// Rows that a snapshot reads before the stream, all at one position.
  std::uint64_t snapshot_rows = 0;
  enum class Commits : std::uint8_t {
    up_front,   ///< everything is there when the world starts
    over_time,  ///< a writer commits one transaction at a time while others read
  } commits = Commits::up_front;
  enum class Tail : std::uint8_t {
    known,    ///< the last row of a transaction says so
    unknown,  ///< only the next transaction, or a drained window, shows that one is complete
  } tail = Tail::known;
  /// Whether what was confirmed is dropped, as a replication slot does, or kept.
  bool prunes_on_confirm = false;
};

class RowStream;
struct Snapshot;

/// A database's change stream: committed rows in source order, read from a position on.
///
/// Positions have holes, as those of real sources do. Reading is a step per row; a reader at the
/// head waits for the writer. What a pruning source has dropped is gone for every later reader.
class RowSource {
 public:
  explicit RowSource(sim::World& world, const RowSourceOptions& options = {});
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;

  /// Starts to read behind `position`, or at the beginning. Each row is given once; the stream ends
  /// when every row was committed and read.
  RowStream read_from(const std::optional<Position>& position);
  /// The same from what a store loaded.
  RowStream read_from(const LoadResult& loaded);

  /// Reads the position first, then opens the rows of the snapshot. What was confirmed is still in
  /// the tables, also where the change stream has dropped it. Misuse where `snapshot_rows` is 0.
  Snapshot read_snapshot();

  /// The position of the newest committed row; empty where there is none.
  std::optional<Position> head() const;

  /// Tells the source that everything up to `position` is done. Called by whoever stored it.
  void confirm(const Position& position);

 private:
  friend class RowStream;
  struct State;
  State* state_;  // in world memory, dropped with it
};

/// One reading session of a `RowSource`: an input range of rows.
class RowStream {
 public:
  /// Moves to the next row; false at the end. Blocks until a row is committed.
  bool advance();
  /// The row that `advance` has moved to.
  Row row() const;

  /// The next row, or nothing at the end.
  std::optional<Row> next();

  class Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = Row;

    explicit Iterator(RowStream& stream) : stream_(&stream), more_(stream.advance()) {}
    Row operator*() const { return stream_->row(); }
    Iterator& operator++() {
      more_ = stream_->advance();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& it, std::default_sentinel_t) { return !it.more_; }

   private:
    RowStream* stream_;
    bool more_;
  };

  Iterator begin() { return Iterator(*this); }
  std::default_sentinel_t end() const { return std::default_sentinel; }

 private:
  friend class RowSource;
  RowStream(RowSource::State& source, std::uint64_t index, bool snapshot)
      : source_(&source), index_(index), snapshot_(snapshot) {}

  RowSource::State* source_;
  std::uint64_t index_;  ///< zero-based, of the next row to give
  bool snapshot_;        ///< ends with the last row of the snapshot
};

/// A consistent view of the tables, and where the change stream has to be read from behind it.
struct Snapshot {
  Position position;
  RowStream rows;
};

}  // namespace tidemark::fake
