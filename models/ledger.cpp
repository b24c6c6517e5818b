// SPDX-License-Identifier: MIT
#include "tidemark/models/ledger.hpp"

#include <algorithm>
#include <string>

namespace tidemark::models {
namespace {

std::string describe(const RowBook::Entry& row) {
  return "row " + std::to_string(row.id) + " at position " + to_text(row.position);
}

}  // namespace

Ledger::Ledger(const History& history, ResumeRule resume)
    : Ledger(history, LedgerOptions{.resume = resume}) {}

Ledger::Ledger(const History& history, const LedgerOptions& options)
    : history_(history), options_(options), hand_over_(options.bounds) {}

Ledger::~Ledger() = default;

const Verdict& Ledger::no_skip() {
  catch_up();
  return no_skip_;
}

const Verdict& Ledger::no_over_ack() {
  catch_up();
  return no_over_ack_;
}

const Verdict& Ledger::monotonic_durable() {
  catch_up();
  return monotonic_;
}

const Verdict& Ledger::order() {
  catch_up();
  return hand_over_.order();
}

const Verdict& Ledger::bounded_duplicates() {
  catch_up();
  return hand_over_.bounded_duplicates();
}

Verdict Ledger::redelivery() {
  catch_up();
  return hand_over_.redelivery(rows_);
}

Verdict Ledger::all_settled() {
  catch_up();
  const RowBook::Entry* open = rows_.first_open();
  if (open == nullptr) return {};
  return Verdict::violated(describe(*open) + " was never settled (" +
                           std::to_string(rows_.settled_prefix()) + " of " +
                           std::to_string(rows_.rows().size()) + " rows before it are)");
}

Verdict Ledger::no_wedge() {
  catch_up();
  std::optional<Position> reachable;
  for (std::size_t index = 0; index < rows_.settled_prefix(); ++index) {
    reachable = std::max(reachable, rows_.rows()[index].checkpoint);
  }
  const RowBook::Entry* open = rows_.first_open();
  if (drained_ && (open == nullptr || *drained_ < open->position)) {
    reachable = std::max(reachable, drained_);
  }
  if (!reachable || (durable_ && *durable_ >= *reachable)) return {};
  return Verdict::violated("everything up to " + to_text(*reachable) +
                           " is settled, but the durable position stays at " +
                           (durable_ ? to_text(*durable_) : std::string("nothing")));
}

void Ledger::catch_up() {
  const auto events = history_.events();
  if (seen_ == 0) rows_.reserve(16);
  while (seen_ < events.size()) take(events[seen_++]);
}

void Ledger::take(const Event& event) {
  switch (event.kind) {
    case Event::Kind::committed:
      rows_.commit(event.row, *event.position, event.checkpoint);
      judge_crash_here();
      break;
    case Event::Kind::drained: drained_ = std::max(drained_, event.position); break;
    case Event::Kind::pruned:
      pruned_ = std::max(pruned_, event.position);
      judge_crash_here();
      break;
    case Event::Kind::confirmed:
      confirmed_ = std::max(confirmed_, event.position);
      judge_crash_here();
      break;
    case Event::Kind::settled:
      if (!event.rejected || options_.nack == NackMeaning::settles) rows_.settle(event.row);
      break;
    case Event::Kind::store_requested:
    case Event::Kind::stored:
    case Event::Kind::store_dropped:
    case Event::Kind::store_replied: take_store(event); break;
    default: break;
  }
  hand_over_.take(event, rows_);
}

void Ledger::take_store(const Event& event) {
  switch (event.kind) {
    case Event::Kind::store_requested:
      // From now on a crash may leave either state: the statement is out of our hands.
      undecided_.push_back({event.operation, *event.position});
      raise_worst(*event.position);
      judge_crash_here();
      break;
    case Event::Kind::stored:
      forget(event.operation);
      take_stored(event);
      break;
    case Event::Kind::store_dropped: forget(event.operation); break;
    case Event::Kind::store_replied: {
      const auto open = std::find_if(undecided_.begin(), undecided_.end(), [&](const Undecided& u) {
        return u.operation == event.operation;
      });
      if (open == undecided_.end() || event.reply == Event::Reply::unknown) break;
      Event told = event;
      told.position = open->position;
      forget(event.operation);
      if (event.reply == Event::Reply::ok) take_stored(told);
      break;
    }
    default: break;
  }
}

void Ledger::take_stored(const Event& event) {
  durable_ = event.position;
  worst_ = durable_;
  for (const Undecided& undecided : undecided_) raise_worst(undecided.position);
  const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) {
    return r.owner == event.owner && r.generation == event.generation;
  });
  if (run == runs_.end()) {
    runs_.push_back({event.owner, event.generation, *event.position});
  } else {
    if (*event.position < run->stored && monotonic_.holds()) {
      monotonic_ = Verdict::violated(
          "run " + std::to_string(event.generation) + " of process " + std::to_string(event.owner) +
          " had stored " + to_text(run->stored) + " and then stored " + to_text(*event.position));
    }
    run->stored = *event.position;
  }
  judge_crash_here();
}

void Ledger::forget(std::uint64_t operation) {
  std::erase_if(undecided_, [&](const Undecided& u) { return u.operation == operation; });
  worst_ = durable_;
  for (const Undecided& undecided : undecided_) raise_worst(undecided.position);
}

void Ledger::raise_worst(const Position& position) {
  if (!worst_ || *worst_ < position) worst_ = position;
}

void Ledger::judge_crash_here() {
  const RowBook::Entry* open = rows_.first_open();
  if (open == nullptr) return;
  if (no_skip_.holds() && worst_ && passes_over(options_.resume, *worst_, open->position)) {
    const bool certain = durable_ && passes_over(options_.resume, *durable_, open->position);
    no_skip_ = Verdict::violated(
        describe(*open) + " is not settled, and a restart from " +
        to_text(certain ? *durable_ : *worst_) + " would not read it again" +
        (certain ? "" : " (the write of that position is under way or its outcome is unknown)"));
  }
  if (no_skip_.holds() && pruned_ && open->position <= *pruned_) {
    no_skip_ = Verdict::violated(describe(*open) + " is not settled, and the source has dropped " +
                                 "everything up to " + to_text(*pruned_));
  }
  if (no_over_ack_.holds() && confirmed_ &&
      passes_over(options_.resume, *confirmed_, open->position)) {
    no_over_ack_ = Verdict::violated(describe(*open) + " is not settled, but " +
                                     to_text(*confirmed_) + " was confirmed upstream");
  }
}

}  // namespace tidemark::models
