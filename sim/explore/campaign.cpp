// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/campaign.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tidemark/sim/explore/lane.hpp"

namespace tidemark::sim::explore {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSliceLongest = std::chrono::milliseconds(200);
/// Slices each scenario gets within a time budget, so that all of them see an early failure's turn.
constexpr int kSlicesWanted = 25;
/// Executions between two looks at the clock.
constexpr int kExecutionsPerLook = 16;

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

class Campaign {
 public:
  Campaign(std::span<const Scenario* const> scenarios, const CampaignOptions& options,
           const Listener& listener)
      : options_(options), listener_(listener), began_(Clock::now()) {
    for (const Scenario* scenario : scenarios) {
      lanes_.push_back(std::make_unique<Lane>(*scenario, options_));
    }
    slice_ = kSliceLongest;
    if (options_.budget.time) {
      end_ = began_ + *options_.budget.time;
      const auto share =
          *options_.budget.time / (kSlicesWanted * std::max<std::size_t>(1, lanes_.size()));
      slice_ = std::min<Clock::duration>(slice_, share);
    }
  }

  CampaignResult run() {
    bool going = true;
    while (going) {
      going = false;
      for (const auto& lane : lanes_) {
        if (lane->done() || over()) continue;
        run_slice(*lane);
        going = true;
      }
    }
    CampaignResult result;
    for (auto& lane : lanes_) result.scenarios.push_back(std::move(*lane).finish());
    result.elapsed_s = seconds(Clock::now() - began_);
    result.interrupted = interrupted_;
    return result;
  }

 private:
  bool over() const { return interrupted_ || (end_ && Clock::now() >= *end_); }

  void run_slice(Lane& lane) {
    const auto from = Clock::now();
    auto now = from;
    while (!lane.done() && now - from < slice_ && !over()) {
      for (int left = kExecutionsPerLook; left > 0 && !lane.done(); --left) lane.advance();
      now = Clock::now();
      interrupted_ = listener_.interrupted();
    }
    lane.add_time(seconds(now - from));
    listener_.progress(describe(lane));
  }

  Progress describe(const Lane& lane) const {
    Progress progress{.scenario = lane.progress().scenario->name};
    progress.elapsed_s = seconds(Clock::now() - began_);
    std::uint64_t wanted = 0;
    for (const auto& each : lanes_) {
      const ScenarioResult& so_far = each->progress();
      progress.executions += so_far.executions;
      progress.failures += so_far.failure ? 1 : 0;
      wanted += each->done() ? so_far.executions : options_.budget.executions.value_or(0);
    }
    if (options_.budget.time) {
      progress.fraction = progress.elapsed_s / seconds(*options_.budget.time);
    }
    if (options_.budget.executions && wanted > 0) {
      const auto part = static_cast<double>(progress.executions) / static_cast<double>(wanted);
      progress.fraction = std::max(progress.fraction, part);
    }
    progress.fraction = std::min(progress.fraction, 1.0);
    return progress;
  }

  const CampaignOptions& options_;
  const Listener& listener_;
  Clock::time_point began_;
  std::optional<Clock::time_point> end_;
  Clock::duration slice_{};
  std::vector<std::unique_ptr<Lane>> lanes_;
  bool interrupted_ = false;
};

}  // namespace

CampaignResult run_campaign(std::span<const Scenario* const> scenarios,
                            const CampaignOptions& options, const Listener& listener) {
  return Campaign(scenarios, options, listener).run();
}

ExitCode exit_code_of(const CampaignResult& result, bool goals_warn) {
  ExitCode code = result.interrupted ? ExitCode::interrupted : ExitCode::held;
  for (const ScenarioResult& scenario : result.scenarios) {
    ExitCode one = exit_code_of(scenario.verdict);
    if (scenario.internal) one = ExitCode::internal;
    if (!scenario.internal && !scenario.trouble.empty()) one = ExitCode::bad_input;
    if (one == ExitCode::goal_missed && goals_warn) one = ExitCode::held;
    code = worse(code, one);
  }
  return code;
}

}  // namespace tidemark::sim::explore
