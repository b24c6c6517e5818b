// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tidemark/sim/explore/batch.hpp"
#include "tidemark/sim/explore/board.hpp"

namespace tidemark::sim::explore {

/// One process' part of a campaign: takes executions from the board, a scenario after the other,
/// until none are left, time is over or somebody says stop.
class Worker {
 public:
  using Clock = std::chrono::steady_clock;

  /// Given each batch with the index of its scenario.
  using Sink = std::function<void(std::size_t, Batch)>;

  Worker(std::span<const Scenario* const> scenarios, const CampaignOptions& options, Board& board,
         Board::Standing& standing, Clock::time_point began);

  void run(const Sink& sink, const std::function<bool()>& stop);

 private:
  bool over() const { return stopped_ || (end_ && now_ >= *end_); }
  void run_slice(std::size_t index, const Sink& sink, const std::function<bool()>& stop);

  Board& board_;
  Board::Standing& standing_;
  std::vector<std::unique_ptr<BatchRunner>> runners_;
  std::optional<Clock::time_point> end_;
  Clock::duration slice_;
  Clock::time_point now_;
  bool stopped_ = false;
};

}  // namespace tidemark::sim::explore
