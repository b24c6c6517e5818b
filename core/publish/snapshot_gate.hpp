// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/core/ports/checkpoint_store.hpp"
#include "tidemark/core/position/position.hpp"
#include "tidemark/core/publish/publisher.hpp"

namespace tidemark {

/// What a refused snapshot batch means for the gate, where `NackPolicy::drop` gives its rows up.
enum class GatePolicy {
  /// As an acknowledgement: its rows are given up, the snapshot counts as complete. The default.
  release_on_nack,
  /// The snapshot is not complete without it: nothing is stored, and the next attempt reads all of
  /// it again.
  fail_on_nack,
};

enum class HandOffOutcome {
  stored,         ///< the snapshot's position is durable: the stream may be read from behind it
  stopped,        ///< stop was requested; nothing was stored
  poisoned,       ///< the publisher lost rows of the snapshot; nothing was stored
  refused,        ///< the consumer refused rows of the snapshot; nothing was stored
  store_failed,   ///< every row is settled, but the write certainly did not take effect
  store_unknown,  ///< every row is settled; whether the position is durable is not known
};

/// The way from a snapshot to the stream: nothing is stored until every row of the snapshot is
/// settled, and no row of the stream is read until that is stored.
///
/// Three steps, each of which needs the one before. A barrier behind every flush under way, since
/// rows that a timed flush holds are in nobody's count yet (G-8). A wait for the snapshot batches
/// that are handed over and not settled (G-2). The write of the position at which the snapshot was
/// begun; whoever dies before it takes the snapshot again (G-3).
///
/// An attempt is the life of one publisher. A snapshot that has to be repeated is published through
/// a new one, so that no settlement of the old one counts for it (G-7).
/// Thread-safety: one thread publishes the snapshot and hands off. Timed flushes and settlements
/// may go on beside it.
/// Lifetime: the publisher outlives the gate.
/// Source: docs/spec 2.5, G-1 … G-8.
class SnapshotGate {
 public:
  explicit SnapshotGate(Publisher& publisher, GatePolicy policy = GatePolicy::release_on_nack);

  /// Called once the last row of the snapshot is published, before the first of the stream is.
  /// `position` was read from the source before the snapshot was opened. Blocks, however long the
  /// consumer takes: a limit would only repeat the whole snapshot. A stop ends it (G-6). Where the
  /// write was not confirmed, calling it again repeats the write.
  [[nodiscard]] HandOffOutcome hand_off(const Position& position);

 private:
  Publisher& publisher_;
  const GatePolicy policy_;
};

}  // namespace tidemark
