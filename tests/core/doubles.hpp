// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tidemark/core/ports/checkpoint_store.hpp"
#include "tidemark/core/ports/consumer.hpp"

namespace tidemark::testing {

inline Position at(std::uint64_t number) { return {.high = 0, .low = number}; }

/// A row that ends its own transaction: its position is closed with it.
inline Row closed_row(std::uint64_t number) {
  return {.id = number, .position = at(number), .checkpoint = at(number), .payload = {}};
}

inline Row snapshot_row(std::uint64_t id, std::uint64_t position) {
  return {.id = id, .position = at(position), .checkpoint = {}, .snapshot = true, .payload = {}};
}

/// Waits for another thread to get somewhere. False only where it never does: the bound is far
/// beyond what any machine needs, and nothing is measured by it.
template <typename Predicate>
[[nodiscard]] bool eventually(Predicate holds) {
  const auto bound = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (!holds()) {
    if (std::chrono::steady_clock::now() > bound) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  return true;
}

/// Keeps every write that was asked for, and answers as it was told to (stored unless told).
class RecordingStore : public CheckpointStore {
 public:
  LoadResult load() override {
    const std::lock_guard lock{mutex_};
    return {.position = durable_, .error = {}};
  }

  StoreOutcome store(const Position& position) override {
    const std::lock_guard lock{mutex_};
    writes_.push_back(position);
    StoreOutcome outcome = StoreOutcome::stored;
    if (!answers_.empty()) {
      outcome = answers_.front();
      answers_.pop_front();
    }
    if (outcome != StoreOutcome::failed) durable_ = position;
    return outcome;
  }

  void answer(std::vector<StoreOutcome> next) {
    const std::lock_guard lock{mutex_};
    answers_.insert(answers_.end(), next.begin(), next.end());
  }

  std::vector<Position> writes() const {
    const std::lock_guard lock{mutex_};
    return writes_;
  }

  std::optional<Position> durable() const {
    const std::lock_guard lock{mutex_};
    return durable_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Position> writes_;
  std::deque<StoreOutcome> answers_;
  std::optional<Position> durable_;
};

/// Takes batches (unless closed) and settles them only when the test says so.
class ManualConsumer : public Consumer {
 public:
  struct Received {
    Batch batch;
    Settle settle;
  };

  SendOutcome send(Batch batch, Settle settle, const std::stop_token& stop) override {
    std::unique_lock lock{mutex_};
    ++senders_;
    const bool decided = changed_.wait(lock, stop, [&] { return accepts_ || gone_; });
    --senders_;
    if (!decided) return SendOutcome::cancelled;
    if (gone_) return SendOutcome::gone;
    received_.push_back({std::move(batch), std::move(settle)});
    changed_.notify_all();
    return SendOutcome::accepted;
  }

  /// While false, `send` blocks.
  void accept(bool accepts) {
    const std::lock_guard lock{mutex_};
    accepts_ = accepts;
    changed_.notify_all();
  }

  /// From now on `send` finds nobody, also where it is under way.
  void leave() {
    const std::lock_guard lock{mutex_};
    gone_ = true;
    changed_.notify_all();
  }

  [[nodiscard]] std::size_t senders() const {
    const std::lock_guard lock{mutex_};
    return senders_;
  }

  [[nodiscard]] std::size_t count() const {
    const std::lock_guard lock{mutex_};
    return received_.size();
  }

  /// Blocks until that many batches came.
  void await(std::size_t batches) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return received_.size() >= batches; });
  }

  StoreOutcome settle(std::size_t index, Settlement settlement = Settlement::delivered) {
    return handle(index)(settlement);
  }

  Settle handle(std::size_t index) {
    const std::lock_guard lock{mutex_};
    return received_.at(index).settle;
  }

  std::string first_payload(std::size_t index) const {
    const std::lock_guard lock{mutex_};
    return received_.at(index).batch.front().payload;
  }

  /// Ids of the rows of one batch.
  std::vector<std::uint64_t> ids(std::size_t index) const {
    const std::lock_guard lock{mutex_};
    std::vector<std::uint64_t> ids;
    for (const Row& row : received_.at(index).batch) ids.push_back(row.id);
    return ids;
  }

  /// Ids of all rows, in the order in which they came.
  std::vector<std::uint64_t> all_ids() const {
    const std::lock_guard lock{mutex_};
    std::vector<std::uint64_t> ids;
    for (const Received& received : received_) {
      for (const Row& row : received.batch) ids.push_back(row.id);
    }
    return ids;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  bool accepts_ = true;
  bool gone_ = false;
  std::size_t senders_ = 0;
  std::vector<Received> received_;
};

}  // namespace tidemark::testing
