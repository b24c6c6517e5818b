// SPDX-License-Identifier: MIT
#include "tidemark/core/batch/batcher.hpp"

#include <algorithm>
#include <utility>

#include "tidemark/core/check.hpp"

namespace tidemark {

Batcher::Batcher(const BatchPolicy& policy) : policy_{policy.effective()} {
  const auto complaint = policy_.validate();
  TIDEMARK_CHECK(!complaint, "batch policy: {}", *complaint);
  restart_period();
}

bool Batcher::add(Row row) {
  if (policy_.byte_size) bytes_ += static_cast<std::int64_t>(row.payload.size());
  rows_.push_back(std::move(row));
  triggered_ = triggered_ || fires(rows_.back());
  // Asked last: reading the clock is the dearest of these.
  return triggered_ || (policy_.period && Clock::now() - last_flush_ > *policy_.period);
}

std::optional<std::chrono::nanoseconds> Batcher::until_next() const {
  if (!policy_.period) return std::nullopt;
  const std::chrono::nanoseconds left = last_flush_ + *policy_.period - Clock::now();
  return std::max(left, kDue);
}

FlushResult Batcher::flush() {
  FlushResult result{.batch = std::exchange(rows_, {})};
  bytes_ = 0;
  triggered_ = false;
  restart_period();
  if (policy_.process && !result.batch.empty()) {
    result.outcome = policy_.process(result.batch);
    if (result.outcome == ProcessOutcome::failed) result.batch.clear();
  }
  return result;
}

void Batcher::restart_period() {
  if (!policy_.period) return;
  const Clock::time_point now = Clock::now();
  last_flush_ = now;
}

bool Batcher::fires(const Row& newest) {
  return (policy_.count && static_cast<std::int64_t>(rows_.size()) >= *policy_.count) ||
         (policy_.byte_size && bytes_ >= *policy_.byte_size) ||
         (policy_.check && policy_.check(newest));
}

}  // namespace tidemark
