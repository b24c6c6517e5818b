// SPDX-License-Identifier: MIT
#include "tidemark/core/ack/ack_queue.hpp"

namespace tidemark::detail {

bool AckQueue::push(AckState& state) noexcept {
  AckState* before = newest_.load(std::memory_order_relaxed);
  do {
    if (before == closed()) return false;
    state.next = before;
    // Partner: the acquire of `take`. Pushes before this one reach it too: all are
    // read-modify-writes of one location.
  } while (!newest_.compare_exchange_weak(before, &state, std::memory_order_release,
                                          std::memory_order_relaxed));
  // From here on neither the state nor the queue is the caller's.
  return true;
}

AckState* AckQueue::take() noexcept {
  // Only looked at, so that a receiver that polls does not take the line from those who push.
  if (newest_.load(std::memory_order_relaxed) == nullptr) return nullptr;
  AckState* newest = newest_.exchange(nullptr, std::memory_order_acquire);
  AckState* oldest = nullptr;
  while (newest != nullptr) {
    AckState* const before = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = before;
  }
  return oldest;
}

AckState* AckQueue::close() noexcept {
  return newest_.exchange(closed(), std::memory_order_acquire);
}

AckQueueOwner::AckQueueOwner(const AckQueueOwner& other) noexcept : queue_{other.queue_} {
  // Relaxed: whoever copies owns it already, so nothing can be missed.
  if (queue_ != nullptr) queue_->owners_.fetch_add(1, std::memory_order_relaxed);
}

AckQueueOwner::~AckQueueOwner() {
  if (queue_ == nullptr) return;
  // Each owner's use comes before its own release, and all releases before the last one's acquire.
  if (queue_->owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete queue_;
}

}  // namespace tidemark::detail
