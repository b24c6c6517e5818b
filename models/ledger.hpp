// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tidemark/models/hand_over.hpp"
#include "tidemark/models/history.hpp"
#include "tidemark/models/resume_rule.hpp"
#include "tidemark/models/row_book.hpp"
#include "tidemark/models/verdict.hpp"

namespace tidemark::models {

/// What a terminal nack means for the promise. A nack that replay turns into another delivery is no
/// settlement and never enters the history as one.
enum class NackMeaning : std::uint8_t {
  settles,      ///< the row is dropped on purpose (opted in): settled
  leaves_open,  ///< the row has to come again
};

struct LedgerOptions {
  ResumeRule resume = ResumeRule::exclusive;
  NackMeaning nack = NackMeaning::settles;
  HandOverBounds bounds = {};
};

/// The oracle: whether a history keeps the promise that no position is ever skipped.
///
/// Reads the history and the resume rule, nothing else; it includes none of the code it judges.
/// Obviously right because it takes the promise literally: after every event it asks, for each
/// durable position a crash here could leave behind, whether some committed row is neither settled
/// nor would be read again. Only the largest of those positions matters, since a smaller one makes
/// a restart read more. A snapshot needs no rule of its own: its rows stand at the position at
/// which it was begun, so a restart without a stored position reads them all again, and one from
/// that position none of them.
///
/// A verdict, once violated, stays: each event is judged in the state it left, not at the time of
/// the question. Cost: amortised constant per event.
/// Source: docs/spec section 4, I-1 … I-4, I-8, L-2.
class Ledger {
 public:
  Ledger(const History& history, ResumeRule resume);
  Ledger(const History& history, const LedgerOptions& options);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// Crash closure: settled rows and what a restart would read cover every committed row.
  const Verdict& no_skip();
  /// What the source was told is done is a subset of what is settled.
  const Verdict& no_over_ack();
  /// Within one run of one owner, the stored position never goes back. Never judged across runs: a
  /// legal replay moves back, and a guard that refuses it loses data.
  const Verdict& monotonic_durable();
  /// Within one reading session, rows are handed over in source order.
  const Verdict& order();
  /// A restart repeats no more rows than allowed; see `HandOverBounds`.
  const Verdict& bounded_duplicates();
  /// Rows open at a restart are handed over again, in time; see `HandOverBounds`.
  Verdict redelivery();

  /// For the end of an execution: every committed row is settled.
  Verdict all_settled();
  /// For the end of an execution: the durable position has reached the newest position that the
  /// settled rows allow. Rows that stay open are the witness of a hold and excuse what is behind
  /// them.
  Verdict no_wedge();

 private:
  struct Undecided {
    std::uint64_t operation;
    Position position;
  };
  struct Run {
    std::uint16_t owner;
    std::uint32_t generation;
    Position stored;
  };

  void catch_up();
  void take(const Event& event);
  void take_store(const Event& event);
  void take_stored(const Event& event);
  void judge_crash_here();
  void forget(std::uint64_t operation);
  void raise_worst(const Position& position);

  const History& history_;
  LedgerOptions options_;
  std::size_t seen_ = 0;
  RowBook rows_;
  HandOver hand_over_;
  std::optional<Position> durable_;
  std::optional<Position> pruned_;
  std::optional<Position> confirmed_;
  std::optional<Position> drained_;
  std::vector<Undecided> undecided_;  ///< asked for; whether it took or takes effect is not known
  std::optional<Position> worst_;     ///< the largest of `durable_` and `undecided_`
  std::vector<Run> runs_;
  Verdict no_skip_;
  Verdict no_over_ack_;
  Verdict monotonic_;
};

}  // namespace tidemark::models
