// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/ticket_lock.hpp"

#include <algorithm>

#include "tidemark/core/check.hpp"

namespace tidemark {

Ticket TicketLock::take() {
  const std::lock_guard lock{mutex_};
  return Ticket{next_++};
}

AcquireOutcome TicketLock::acquire(Ticket ticket, const std::stop_token& stop,
                                   OnAbandon on_abandon) {
  const auto number = static_cast<std::uint64_t>(ticket);
  const std::lock_guard lock{mutex_};
  TIDEMARK_CHECK(number >= serving_ && number < next_,
                 "ticket {} was not taken, or had its turn: serving {}, next {}", number, serving_,
                 next_);
  if (!sealed_ && serving_ != number) {
    ++waiting_;
    turn_.wait(mutex_, stop,
               [&]() TIDEMARK_REQUIRES(mutex_) { return sealed_ || serving_ == number; });
    --waiting_;
  }
  // Decided by what holds now, not by what ended the wait: a turn that came together with the stop
  // is ours, and leaving it unused would stop the queue (K-3).
  if (sealed_) return AcquireOutcome::sealed;
  if (serving_ == number) {
    TIDEMARK_CHECK(!held_, "ticket {} is held already", number);
    held_ = true;
    return AcquireOutcome::admitted;
  }
  abandoned_.push_back(number);
  if (on_abandon == OnAbandon::seal) seal_locked();
  return AcquireOutcome::cancelled;
}

void TicketLock::release() {
  const std::lock_guard lock{mutex_};
  TIDEMARK_CHECK(held_, "ticket {} is released and was never admitted", serving_);
  held_ = false;
  do {
    ++serving_;
  } while (take_abandoned(serving_));
  if (waiting_ > 0) turn_.notify_all();
}

void TicketLock::seal() {
  const std::lock_guard lock{mutex_};
  seal_locked();
}

bool TicketLock::sealed() const {
  const std::lock_guard lock{mutex_};
  return sealed_;
}

std::size_t TicketLock::waiting() const {
  const std::lock_guard lock{mutex_};
  return waiting_;
}

std::size_t TicketLock::abandoned() const {
  const std::lock_guard lock{mutex_};
  return abandoned_.size();
}

void TicketLock::seal_locked() {
  sealed_ = true;
  abandoned_.clear();  // nobody is served any more, so nobody has to be passed over
  if (waiting_ > 0) turn_.notify_all();
}

bool TicketLock::take_abandoned(std::uint64_t ticket) {
  const auto found = std::find(abandoned_.begin(), abandoned_.end(), ticket);
  if (found == abandoned_.end()) return false;
  *found = abandoned_.back();
  abandoned_.pop_back();
  return true;
}

}  // namespace tidemark
