// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>

#include "tidemark/core/ack/ack_message.hpp"
#include "tidemark/core/ack/ack_queue.hpp"
#include "tidemark/core/ack/ack_ref.hpp"

namespace tidemark {

/// Makes the first handle of a batch. Copies send to the same receiver, which may be gone.
/// Thread-safe, as far as each thread has a sender of its own.
class AckSender {
 public:
  /// The batch is under way until this handle and all its copies are gone. Errors: std::bad_alloc,
  /// and only here: nothing on the way of the batch takes memory.
  [[nodiscard]] AckRef issue(const BatchId& batch, Offset last_offset) const;

 private:
  friend class AckReceiver;
  explicit AckSender(detail::AckQueueOwner queue) noexcept : queue_{std::move(queue)} {}

  detail::AckQueueOwner queue_;
};

/// Where the messages of resolved batches arrive, in the order in which they resolved.
///
/// Handles may outlive it. Batches that resolve later, or whose message was not received, leave
/// nothing behind.
/// Thread-safety: none; one owner at a time. Handles and senders on other threads need no care.
class AckReceiver {
 public:
  AckReceiver();
  ~AckReceiver();
  AckReceiver(AckReceiver&& other) noexcept;
  AckReceiver& operator=(AckReceiver other) noexcept;

  [[nodiscard]] AckSender sender() const;

  /// The next message; empty where there is none yet. Never blocks or allocates.
  [[nodiscard]] std::optional<AckMessage> receive() noexcept;

 private:
  detail::AckQueueOwner queue_;
  detail::AckState* ready_ = nullptr;  ///< taken from the queue, oldest first
};

/// A handle on a batch and what it resolves to: for tests of code that takes handles.
struct AckPair {
  AckRef ack;
  AckReceiver receiver;
};

[[nodiscard]] AckPair make_ack_pair(const BatchId& batch = {}, Offset last_offset = {});

}  // namespace tidemark
