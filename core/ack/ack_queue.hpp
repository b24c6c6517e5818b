// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

#include "tidemark/core/ack/ack_message.hpp"

/// What handles, senders and the receiver share. Not for users: `AckRef`, `AckSender`,
/// `AckReceiver`.
namespace tidemark::detail {

struct AckState;

/// Where resolved batches wait for the receiver: a stack that threads push to and one takes from.
///
/// Lock-free on both sides: a push that fails has lost against another that did not. There is no
/// ABA: the receiver takes the whole stack, nobody takes a part.
/// Owned by the receiver, each sender and each batch under way; the last of them deletes it.
class AckQueue {
 public:
  AckQueue() = default;
  AckQueue(const AckQueue&) = delete;
  AckQueue& operator=(const AckQueue&) = delete;

  /// Hands `state` to the receiver, which may have deleted it before this returns. False where the
  /// receiver is gone: it is still the caller's.
  [[nodiscard]] bool push(AckState& state) noexcept;

  /// Everything that is there, the first pushed first, linked by `next`. For the receiver.
  [[nodiscard]] AckState* take() noexcept;

  /// As `take`, and refuses every later push. For the receiver, once.
  [[nodiscard]] AckState* close() noexcept;

 private:
  friend class AckQueueOwner;

  AckState* closed() noexcept { return reinterpret_cast<AckState*>(this); }

  std::atomic<AckState*> newest_{nullptr};  ///< `closed()` once the receiver is gone
  std::atomic<std::size_t> owners_{1};
};

/// One share in the ownership of a queue; empty after it was moved from.
class AckQueueOwner {
 public:
  /// Takes the share that a new queue begins with.
  explicit AckQueueOwner(AckQueue* queue) noexcept : queue_{queue} {}
  ~AckQueueOwner();
  AckQueueOwner(const AckQueueOwner& other) noexcept;
  AckQueueOwner(AckQueueOwner&& other) noexcept : queue_{std::exchange(other.queue_, nullptr)} {}
  AckQueueOwner& operator=(AckQueueOwner other) noexcept {
    std::swap(queue_, other.queue_);
    return *this;
  }

  AckQueue* operator->() const noexcept { return queue_; }
  explicit operator bool() const noexcept { return queue_ != nullptr; }

 private:
  AckQueue* queue_;
};

/// What the handles of one batch share, and the node by which its message travels: to send it takes
/// no memory.
struct AckState {
  AckState(AckQueueOwner to, const BatchId& id, Offset last)
      : queue{std::move(to)}, batch{id}, last_offset{last} {}

  AckQueueOwner queue;
  const BatchId batch;
  const Offset last_offset;
  std::atomic<std::size_t> handles{1};
  std::atomic<AckStatus> status{AckStatus::delivered};
  AckState* next = nullptr;  ///< of whoever has the state for itself: the last handle, the queue
};

}  // namespace tidemark::detail
