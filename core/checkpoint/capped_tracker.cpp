// SPDX-License-Identifier: MIT
#include "tidemark/core/checkpoint/capped_tracker.hpp"

#include "tidemark/core/check.hpp"

namespace tidemark {

CappedTracker::CappedTracker(std::size_t cap, Generation generation)
    : cap_{cap}, frontier_{generation} {
  TIDEMARK_CHECK(cap > 0, "a tracker with a cap of {} messages would admit nothing", cap);
}

std::optional<SlotRef> CappedTracker::track(const std::optional<Position>& position,
                                            std::size_t messages, const std::stop_token& stop) {
  const std::lock_guard lock{mutex_};
  if (!fits(messages)) {
    ++waiting_;
    // The wait registers with `stop` before it looks at the predicate, and a request wakes it under
    // the condition's own lock: a stop between the look and the sleep is not lost (T-6).
    const bool admitted =
        moved_.wait(mutex_, stop, [&]() TIDEMARK_REQUIRES(mutex_) { return fits(messages); });
    --waiting_;
    if (!admitted) return std::nullopt;
  }
  return frontier_.track(position, messages);
}

SettleResult CappedTracker::settle(const SlotRef& slot, SlotState state) {
  const std::lock_guard lock{mutex_};
  const std::size_t before = frontier_.pending();
  const SettleResult result = frontier_.settle(slot, state);
  if (waiting_ > 0 && frontier_.pending() != before) moved_.notify_all();
  return result;
}

bool CappedTracker::wait_until_settled(const std::stop_token& stop) {
  const std::lock_guard lock{mutex_};
  if (frontier_.empty()) return true;
  ++waiting_;
  const bool settled =
      moved_.wait(mutex_, stop, [this]() TIDEMARK_REQUIRES(mutex_) { return frontier_.empty(); });
  --waiting_;
  return settled;
}

std::optional<Position> CappedTracker::position() const {
  const std::lock_guard lock{mutex_};
  return frontier_.position();
}

std::size_t CappedTracker::pending() const {
  const std::lock_guard lock{mutex_};
  return frontier_.pending();
}

std::size_t CappedTracker::failed() const {
  const std::lock_guard lock{mutex_};
  return frontier_.failed();
}

bool CappedTracker::fits(std::size_t messages) const {
  return frontier_.empty() || frontier_.pending() + messages <= cap_;
}

}  // namespace tidemark
