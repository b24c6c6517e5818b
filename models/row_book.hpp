// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tidemark/core/position/position.hpp"

namespace tidemark::models {

/// The committed rows in source order, and which of them are settled.
///
/// Obviously right: a sorted list with a flag per row. It answers "which is the first row that is
/// not settled" in amortised constant time, since that pointer only walks forward; a row that
/// becomes visible late, before others, costs a move of what stands behind it.
class RowBook {
 public:
  struct Entry {
    std::uint64_t id = 0;
    std::uint64_t sequence = 0;  ///< order of commit; decides inside a tie group
    Position position;
    std::optional<Position> checkpoint;
    bool settled = false;
    std::uint32_t deliveries = 0;
    bool owed = false;  ///< a restart owes the consumer this row
  };

  void reserve(std::size_t rows) { rows_.reserve(rows); }

  /// Adds a row; an id that is there already is left as it is.
  void commit(std::uint64_t id, const Position& position,
              const std::optional<Position>& checkpoint);

  /// Null when no such row was committed.
  Entry* find(std::uint64_t id);

  /// Marks a row settled; ids that were never committed are ignored.
  void settle(std::uint64_t id);

  /// The first row in source order that is not settled, or null.
  const Entry* first_open() const { return open_ < rows_.size() ? &rows_[open_] : nullptr; }

  /// How many rows stand before `first_open`.
  std::size_t settled_prefix() const { return open_; }

  const std::vector<Entry>& rows() const { return rows_; }
  std::vector<Entry>& rows() { return rows_; }

 private:
  std::size_t* slot_of(std::uint64_t id);
  void set_slot(std::uint64_t id, std::size_t index);

  static constexpr std::uint64_t kDense = 4096;  ///< ids below have a slot in a plain vector
  std::vector<Entry> rows_;                      ///< sorted by (position, sequence)
  std::vector<std::size_t> dense_;               ///< id → index + 1; 0 where there is none
  std::map<std::uint64_t, std::size_t> sparse_;  ///< the same for larger ids
  std::size_t open_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace tidemark::models
