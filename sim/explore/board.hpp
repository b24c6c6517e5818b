// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace tidemark::sim::explore {

/// What the processes of a campaign share: who takes which executions, and when to stop.
///
/// Lies in memory that a fork shares. Every access is one atomic operation.
class Board {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  /// Of one scenario. On a cache line of its own, as the next.
  struct alignas(64) Lane {
    std::atomic<std::uint64_t> next{0};          ///< the first execution nobody has taken
    std::atomic<std::uint64_t> limit{kNoLimit};  ///< executions from here on do not count

    bool open() const { return next.load() < limit.load(); }
    void lower_limit(std::uint64_t to);
  };

  /// What a process is about to run: the last words of one that dies.
  struct alignas(64) Standing {
    std::atomic<std::uint32_t> lane{0};
    std::atomic<std::uint64_t> execution{0};
  };

  /// Errors: throws `std::bad_alloc` where the machine has no such memory.
  Board(std::size_t lanes, std::size_t workers, std::uint64_t executions);
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  std::span<Lane> lanes() const { return lanes_; }
  std::span<Standing> standings() const { return standings_; }
  void stop() { stop_->store(true); }
  bool stopped() const { return stop_->load(); }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::span<Lane> lanes_;
  std::span<Standing> standings_;
  std::atomic<bool>* stop_ = nullptr;
};

}  // namespace tidemark::sim::explore
