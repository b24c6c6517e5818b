// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tidemark/models/history.hpp"
#include "tidemark/models/row_book.hpp"
#include "tidemark/models/verdict.hpp"

namespace tidemark::models {

/// How much a restart may cost.
struct HandOverBounds {
  /// Rows that a run may hand over although the consumer had been handed them before: the window at
  /// the crash plus a tie group. Runs whose forerunner could not store are excused.
  std::uint64_t duplicates_max = std::numeric_limits<std::uint64_t>::max();
  /// Virtual time from a restart until every row that was open then is handed over or settled;
  /// negative: judged at the end of the execution only.
  std::int64_t redelivery_ns = -1;
};

/// What rows were handed to the consumer, in which order and how often.
///
/// Obviously right: one cursor per reading session, one counter per run, one flag per owed row.
/// Source: docs/spec section 4, I-8, X-9.
class HandOver {
 public:
  explicit HandOver(const HandOverBounds& bounds) : bounds_(bounds) {}

  /// Takes the next event; `rows` has taken it already.
  void take(const Event& event, RowBook& rows);

  const Verdict& order() const { return order_; }
  const Verdict& bounded_duplicates() const { return duplicates_; }
  Verdict redelivery(const RowBook& rows) const;

 private:
  /// One owner's reading.
  struct Session {
    std::uint16_t owner = 0;
    bool has_last = false;
    std::uint64_t last_id = 0;
    Position last_position;
    std::uint64_t last_sequence = 0;
    std::uint64_t repeated = 0;
    bool could_not_store = false;  ///< the last write of this owner did not end well
    bool excused = false;          ///< the run before could not store
    bool restarted = false;
  };

  Session& session_of(std::uint16_t owner);
  void delivered(const Event& event, RowBook& rows);
  void owe(const Event& event, RowBook& rows);
  void pay(RowBook::Entry* row);
  void judge_deadline(const Event& event, const RowBook& rows);

  HandOverBounds bounds_;
  std::vector<Session> sessions_;
  std::size_t owed_ = 0;
  std::int64_t owed_since_ns_ = 0;
  Verdict order_;
  Verdict duplicates_;
  Verdict redelivery_;
};

}  // namespace tidemark::models
