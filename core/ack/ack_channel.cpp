// SPDX-License-Identifier: MIT
#include "tidemark/core/ack/ack_channel.hpp"

#include <memory>

#include "tidemark/core/check.hpp"

namespace tidemark {
namespace {

void forget(detail::AckState* list) {
  while (list != nullptr) delete std::exchange(list, list->next);
}

}  // namespace

AckRef AckSender::issue(const BatchId& batch, Offset last_offset) const {
  TIDEMARK_CHECK(queue_, "the sender was moved from: batch {} of partition {}", batch.seq,
                 batch.partition);
  return AckRef{new detail::AckState{queue_, batch, last_offset}};
}

AckReceiver::AckReceiver() : queue_{new detail::AckQueue} {}

AckReceiver::AckReceiver(AckReceiver&& other) noexcept
    : queue_{std::move(other.queue_)}, ready_{std::exchange(other.ready_, nullptr)} {}

AckReceiver& AckReceiver::operator=(AckReceiver other) noexcept {
  std::swap(queue_, other.queue_);
  std::swap(ready_, other.ready_);
  return *this;
}

AckReceiver::~AckReceiver() {
  if (!queue_) return;
  forget(ready_);
  forget(queue_->close());
}

AckSender AckReceiver::sender() const {
  TIDEMARK_CHECK(queue_, "a receiver that was moved from receives nothing");
  return AckSender{queue_};
}

std::optional<AckMessage> AckReceiver::receive() noexcept {
  TIDEMARK_CHECK(queue_, "a receiver that was moved from receives nothing");
  if (ready_ == nullptr) ready_ = queue_->take();
  if (ready_ == nullptr) return std::nullopt;
  const std::unique_ptr<detail::AckState> state{std::exchange(ready_, ready_->next)};
  return AckMessage{.batch = state->batch,
                    .last_offset = state->last_offset,
                    .status = state->status.load(std::memory_order_relaxed)};
}

AckPair make_ack_pair(const BatchId& batch, Offset last_offset) {
  AckReceiver receiver;
  AckRef ack = receiver.sender().issue(batch, last_offset);
  return {.ack = std::move(ack), .receiver = std::move(receiver)};
}

}  // namespace tidemark
