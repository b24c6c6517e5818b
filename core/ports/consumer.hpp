// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stop_token>

#include "tidemark/core/ports/checkpoint_store.hpp"
#include "tidemark/core/position/row.hpp"

namespace tidemark {

/// What became of a batch at the consumer.
enum class Settlement {
  delivered,  ///< held durably, or filtered on purpose (an ack)
  rejected,   ///< refused, and nobody will retry it (a terminal nack)
};

/// Settles one batch. May be called from any thread, at any later time, more than once and after
/// the session that sent the batch has ended; only the first call has an effect.
/// Returns what became of the checkpoint write that the settlement caused (`stored` when none was
/// needed), so that a caller can surface it.
using Settle = std::function<StoreOutcome(Settlement)>;

enum class SendOutcome {
  accepted,   ///< the consumer owns the batch and will settle it, or never
  cancelled,  ///< stop was requested first; the consumer has not seen the batch
  gone,       ///< the consumer went away for good; it has not seen the batch
};

/// Where batches go: a rendezvous, so `send` returns when the consumer has taken the batch.
class Consumer {
 public:
  virtual ~Consumer() = default;

  /// Hands one batch over. Blocks until the consumer takes it, goes away, or `stop` is
  /// requested; these may race, and an accepted batch is reported as accepted. Thread-safe.
  [[nodiscard]] virtual SendOutcome send(Batch batch, Settle settle,
                                         const std::stop_token& stop) = 0;
};

}  // namespace tidemark
