// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/settlements.hpp"

namespace tidemark {

Settlements::Settlements(const PublisherOptions& options, CheckpointStore& store)
    : on_nack_{options.on_nack},
      store_retry_{options.store_retry},
      store_{store},
      tracker_{static_cast<std::size_t>(options.checkpoint_limit)},
      wanted_{options.resumed_from},
      stored_{options.resumed_from},
      given_up_token_{given_up_.get_token()} {}

std::optional<TrackedBatch> Settlements::track(const std::optional<Position>& position,
                                               std::size_t rows, bool snapshot,
                                               const std::stop_token& stop) {
  const auto slot = tracker_.track(position, rows, stop);
  if (!slot) return std::nullopt;
  if (snapshot) {
    // Before it can be settled: whoever sends it comes later.
    const std::lock_guard lock{snapshot_mutex_};
    ++snapshot_in_flight_;
  }
  return TrackedBatch{.slot = *slot, .rows = rows, .snapshot = snapshot};
}

StoreOutcome Settlements::settle(const TrackedBatch& batch, Settlement settlement) {
  SlotState state = SlotState::delivered;
  if (settlement == Settlement::rejected) {
    state = on_nack_ == NackPolicy::drop ? SlotState::dropped : SlotState::failed;
  }
  const std::lock_guard lock{persist_mutex_};
  const SettleResult result = tracker_.settle(batch.slot, state);
  if (result.effect == SettleEffect::settled) count(batch, state);
  return persist(result.frontier);
}

bool Settlements::mark(const Position& position, const std::stop_token& stop) {
  const auto slot = tracker_.track(position, 1, stop);
  if (!slot) return false;
  const std::lock_guard lock{persist_mutex_};
  // The outcome of the write is not lost with it: unconfirmed, it stays wanted.
  persist(tracker_.settle(*slot, SlotState::delivered).frontier);
  return true;
}

void Settlements::abandon(const TrackedBatch& batch) {
  const SettleResult result = tracker_.settle(batch.slot, SlotState::failed);
  if (result.effect == SettleEffect::settled && batch.snapshot) snapshot_done();
}

bool Settlements::wait_until_stored() {
  if (!tracker_.wait_until_settled(given_up_token_)) return false;
  while (retry() != StoreOutcome::stored) {
    if (!pause_before_retry()) return false;
  }
  return true;
}

bool Settlements::wait_for_snapshot() {
  const std::lock_guard lock{snapshot_mutex_};
  return snapshot_settled_.wait(
      snapshot_mutex_, given_up_token_,
      [this]() TIDEMARK_REQUIRES(snapshot_mutex_) { return snapshot_in_flight_ == 0; });
}

StoreOutcome Settlements::store_snapshot(const Position& position) {
  const std::lock_guard lock{persist_mutex_};
  return persist(position);
}

void Settlements::give_up() { given_up_.request_stop(); }

void Settlements::fence() {
  const std::lock_guard lock{persist_mutex_};
  fenced_ = true;
}

std::int64_t Settlements::snapshot_in_flight() const {
  const std::lock_guard lock{snapshot_mutex_};
  return snapshot_in_flight_;
}

SettlementCounts Settlements::counts() const {
  const std::lock_guard lock{persist_mutex_};
  return counts_;
}

StoreOutcome Settlements::persist(const std::optional<Position>& frontier) {
  if (frontier > wanted_) wanted_ = frontier;
  if (wanted_ <= stored_) return StoreOutcome::stored;
  if (fenced_) return StoreOutcome::failed;
  const StoreOutcome outcome = store_.store(*wanted_);
  switch (outcome) {
    case StoreOutcome::stored:
      stored_ = wanted_;
      ++counts_.writes_stored;
      break;
    case StoreOutcome::failed: ++counts_.writes_failed; break;
    case StoreOutcome::unknown: ++counts_.writes_unknown; break;
  }
  return outcome;
}

void Settlements::count(const TrackedBatch& batch, SlotState state) {
  if (state == SlotState::failed) {
    counts_.rows_pinned += batch.rows;
    give_up();  // what waits for everything to be settled would wait for ever
    return;
  }
  if (batch.snapshot) {
    snapshot_done();
    if (state == SlotState::dropped) counts_.snapshot_rows_dropped += batch.rows;
  }
  (state == SlotState::delivered ? counts_.rows_delivered : counts_.rows_dropped) += batch.rows;
}

void Settlements::snapshot_done() {
  const std::lock_guard lock{snapshot_mutex_};
  if (--snapshot_in_flight_ == 0) snapshot_settled_.notify_all();
}

StoreOutcome Settlements::retry() {
  const std::lock_guard lock{persist_mutex_};
  return persist(std::nullopt);
}

bool Settlements::pause_before_retry() {
  const std::lock_guard lock{pause_mutex_};
  pause_.wait_for(pause_mutex_, given_up_token_, store_retry_, [] { return false; });
  return !given_up_token_.stop_requested();
}

}  // namespace tidemark
