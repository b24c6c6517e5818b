// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/snapshot_gate.hpp"

namespace tidemark {
namespace {

HandOffOutcome not_settled(PublishOutcome outcome) {
  return outcome == PublishOutcome::stopped ? HandOffOutcome::stopped : HandOffOutcome::poisoned;
}

}  // namespace

SnapshotGate::SnapshotGate(Publisher& publisher, GatePolicy policy)
    : publisher_{publisher}, policy_{policy} {}

HandOffOutcome SnapshotGate::hand_off(const Position& position) {
  const PublishOutcome flushed = publisher_.flush_current();
  if (flushed != PublishOutcome::done) return not_settled(flushed);
  const PublishOutcome settled = publisher_.wait_for_snapshot();
  if (settled != PublishOutcome::done) return not_settled(settled);
  if (policy_ == GatePolicy::fail_on_nack && publisher_.counts().snapshot_rows_dropped > 0) {
    return HandOffOutcome::refused;
  }
  switch (publisher_.store_snapshot(position)) {
    case StoreOutcome::stored: return HandOffOutcome::stored;
    case StoreOutcome::failed: return HandOffOutcome::store_failed;
    case StoreOutcome::unknown: break;
  }
  return HandOffOutcome::store_unknown;
}

}  // namespace tidemark
