// SPDX-License-Identifier: MIT
#include "tidemark/models/hand_over.hpp"

#include <string>

#include "tidemark/models/resume_rule.hpp"

namespace tidemark::models {
namespace {

std::string first_owed(const RowBook& rows) {
  for (const RowBook::Entry& row : rows.rows()) {
    if (row.owed) return "row " + std::to_string(row.id) + " at position " + to_text(row.position);
  }
  return "no row";
}

}  // namespace

HandOver::Session& HandOver::session_of(std::uint16_t owner) {
  for (Session& session : sessions_) {
    if (session.owner == owner) return session;
  }
  sessions_.push_back({});
  sessions_.back().owner = owner;
  return sessions_.back();
}

void HandOver::take(const Event& event, RowBook& rows) {
  judge_deadline(event, rows);
  switch (event.kind) {
    case Event::Kind::opened: session_of(event.owner).has_last = false; break;
    case Event::Kind::delivered: delivered(event, rows); break;
    case Event::Kind::settled: pay(rows.find(event.row)); break;
    case Event::Kind::store_requested:
      session_of(event.owner).could_not_store = true;  // until the reply says otherwise
      break;
    case Event::Kind::store_replied:
      session_of(event.owner).could_not_store = event.reply != Event::Reply::ok;
      break;
    case Event::Kind::restarted: owe(event, rows); break;
    default: break;
  }
}

void HandOver::delivered(const Event& event, RowBook& rows) {
  RowBook::Entry* row = rows.find(event.row);
  if (row == nullptr) return;
  Session& session = session_of(event.owner);
  const bool behind =
      row->position < session.last_position ||
      (row->position == session.last_position && row->sequence < session.last_sequence);
  if (session.has_last && behind && order_.holds()) {
    order_ = Verdict::violated("row " + std::to_string(row->id) + " at position " +
                               to_text(row->position) + " was handed over after row " +
                               std::to_string(session.last_id) + " at position " +
                               to_text(session.last_position));
  }
  session.has_last = true;
  session.last_id = row->id;
  session.last_position = row->position;
  session.last_sequence = row->sequence;
  if (row->deliveries++ > 0 && session.restarted) {
    ++session.repeated;
    if (session.repeated > bounds_.duplicates_max && !session.excused && duplicates_.holds()) {
      duplicates_ = Verdict::violated(
          "run " + std::to_string(event.generation) + " of process " + std::to_string(event.owner) +
          " repeats " + std::to_string(session.repeated) + " rows, the last of them row " +
          std::to_string(row->id) + "; at most " + std::to_string(bounds_.duplicates_max) +
          " were in flight");
    }
  }
  pay(row);
}

void HandOver::owe(const Event& event, RowBook& rows) {
  Session& session = session_of(event.owner);
  session.has_last = false;
  session.restarted = true;
  session.repeated = 0;
  session.excused = session.could_not_store;
  owed_since_ns_ = event.at_ns;
  owed_ = 0;
  for (RowBook::Entry& row : rows.rows()) {
    row.owed = !row.settled;
    if (row.owed) ++owed_;
  }
}

void HandOver::pay(RowBook::Entry* row) {
  if (row == nullptr || !row->owed) return;
  row->owed = false;
  --owed_;
}

void HandOver::judge_deadline(const Event& event, const RowBook& rows) {
  if (owed_ == 0 || bounds_.redelivery_ns < 0 || !redelivery_.holds()) return;
  const std::int64_t late_ns = event.at_ns - owed_since_ns_;
  if (late_ns <= bounds_.redelivery_ns) return;
  redelivery_ = Verdict::violated(first_owed(rows) + " was open at the restart and is not handed " +
                                  "over again after " + std::to_string(late_ns) + " ns; at most " +
                                  std::to_string(bounds_.redelivery_ns) + " are allowed");
}

Verdict HandOver::redelivery(const RowBook& rows) const {
  if (!redelivery_.holds() || bounds_.redelivery_ns >= 0 || owed_ == 0) return redelivery_;
  return Verdict::violated(first_owed(rows) +
                           " was open at the last restart and was never handed over again");
}

}  // namespace tidemark::models
