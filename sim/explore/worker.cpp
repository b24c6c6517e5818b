// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/worker.hpp"

#include <algorithm>
#include <utility>

namespace tidemark::sim::explore {
namespace {

constexpr auto kSliceLongest = std::chrono::milliseconds(200);
/// Slices each scenario gets within a time budget, so that all of them see an early failure's turn.
constexpr int kSlicesWanted = 25;
/// Executions between two looks at the clock; so many are taken at once.
constexpr std::uint64_t kBatch = 16;

}  // namespace

Worker::Worker(std::span<const Scenario* const> scenarios, const CampaignOptions& options,
               Board& board, Board::Standing& standing, Clock::time_point began)
    : board_(board), standing_(standing), slice_(kSliceLongest), now_(Clock::now()) {
  for (const Scenario* scenario : scenarios) {
    runners_.push_back(std::make_unique<BatchRunner>(*scenario, options));
  }
  if (!options.budget.time) return;
  end_ = began + *options.budget.time;
  const auto share =
      *options.budget.time / (kSlicesWanted * std::max<std::size_t>(1, scenarios.size()));
  slice_ = std::min<Clock::duration>(slice_, share);
}

void Worker::run(const Sink& sink, const std::function<bool()>& stop) {
  for (bool going = true; going;) {
    going = false;
    for (std::size_t index = 0; index < runners_.size(); ++index) {
      if (over() || !board_.lanes()[index].open()) continue;
      run_slice(index, sink, stop);
      going = true;
    }
  }
}

void Worker::run_slice(std::size_t index, const Sink& sink, const std::function<bool()>& stop) {
  Board::Lane& lane = board_.lanes()[index];
  standing_.lane = static_cast<std::uint32_t>(index);
  for (const auto from = now_; !over() && now_ - from < slice_;) {
    const std::uint64_t first = lane.next.fetch_add(kBatch);
    const std::uint64_t limit = lane.limit.load();
    if (first >= limit) return;
    const auto before = Clock::now();
    Batch batch = runners_[index]->run(first, std::min(kBatch, limit - first), standing_.execution);
    if (batch.ending) lane.lower_limit(first + batch.ran);
    now_ = Clock::now();
    batch.elapsed_s = std::chrono::duration<double>(now_ - before).count();
    sink(index, std::move(batch));
    stopped_ = stop();
  }
}

}  // namespace tidemark::sim::explore
