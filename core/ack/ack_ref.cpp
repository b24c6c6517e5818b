// SPDX-License-Identifier: MIT
#include "tidemark/core/ack/ack_ref.hpp"

#include "tidemark/core/ack/ack_queue.hpp"
#include "tidemark/core/check.hpp"

namespace tidemark {

AckRef::AckRef(const AckRef& other) noexcept : state_{other.state_} {
  // Relaxed: the handle that is copied keeps the count from reaching nothing meanwhile.
  if (state_ != nullptr) state_->handles.fetch_add(1, std::memory_order_relaxed);
}

AckRef::~AckRef() {
  if (state_ == nullptr) return;
  // Release: what was done through this handle, a failure above all, comes before its end.
  if (state_->handles.fetch_sub(1, std::memory_order_release) != 1) return;
  // The acquire fence of the last handle: all others' ends, and what was done before them, come
  // before this. A load of the count rather than a fence, for the same price: sanitizers follow
  // locations, and none of them knows fences.
  (void)state_->handles.load(std::memory_order_acquire);
  if (!state_->queue->push(*state_)) delete state_;
}

void AckRef::fail() const noexcept {
  TIDEMARK_CHECK(state_ != nullptr, "a handle that was moved from stands for no batch");
  // The worst there is, so nothing has to be compared. Relaxed: partner is the release in the
  // destructor of this handle.
  state_->status.store(AckStatus::failed, std::memory_order_relaxed);
}

const BatchId& AckRef::batch() const noexcept {
  TIDEMARK_CHECK(state_ != nullptr, "a handle that was moved from stands for no batch");
  return state_->batch;
}

}  // namespace tidemark
