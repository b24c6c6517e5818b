// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tidemark/sim/explore/lane.hpp"
#include "tidemark/sim/explore/team.hpp"
#include "tidemark/sim/explore/worker.hpp"

namespace tidemark::sim::explore {
namespace {

class Campaign {
 public:
  Campaign(std::span<const Scenario* const> scenarios, const CampaignOptions& options,
           const Listener& listener)
      : scenarios_(scenarios),
        options_(options),
        listener_(listener),
        began_(Worker::Clock::now()),
        board_(scenarios.size(), options.jobs,
               options.budget.executions.value_or(Board::kNoLimit)) {
    for (const Scenario* scenario : scenarios) {
      lanes_.push_back(std::make_unique<Lane>(*scenario, options_));
    }
  }

  CampaignResult run() {
    for (std::size_t index = 0; index < lanes_.size(); ++index) {
      lanes_[index]->recall();
      if (lanes_[index]->done()) board_.lanes()[index].lower_limit(0);
    }
    if (options_.jobs == 1 || !run_side_by_side()) run_here();
    CampaignResult result;
    for (auto& lane : lanes_) {
      lane->add_what_waits();
      lane->conclude();
      result.scenarios.push_back(std::move(*lane).finish());
    }
    result.elapsed_s = seconds_since_begin();
    result.interrupted = interrupted_;
    return result;
  }

 private:
  double seconds_since_begin() const {
    return std::chrono::duration<double>(Worker::Clock::now() - began_).count();
  }

  void run_here() {
    Worker worker(scenarios_, options_, board_, board_.standings().front(), began_);
    const auto sink = [this](std::size_t lane, Batch batch) {
      add(lane, std::move(batch));
      // At once: the traces of a failure are the fresher for it.
      if (lanes_[lane]->done()) lanes_[lane]->conclude();
    };
    worker.run(sink, [this] { return look_up(); });
  }

  /// False where no other process can be had.
  bool run_side_by_side() {
    Team team(options_.jobs, [this](std::size_t number, const Team::Send& send) {
      Worker worker(scenarios_, options_, board_, board_.standings()[number], began_);
      worker.run(send, [this] { return board_.stopped(); });
    });
    if (team.empty()) return false;
    const auto take = [this](Parcel parcel) { add(parcel.lane, std::move(parcel.batch)); };
    while (team.listen(take)) {
      if (look_up() || team.death()) board_.stop();
    }
    if (team.death()) tell_of(*team.death());
    return true;
  }

  /// One that dies takes with it what it had not sent yet, so that no count is whole any more.
  void tell_of(const Team::Death& death) {
    const Board::Standing& standing = board_.standings()[death.number];
    lanes_[standing.lane]->stop_with_trouble(
        fmt::format("a process that explored ended by {} in execution {}", death.how,
                    standing.execution.load()),
        true);
  }

  void add(std::size_t lane, Batch batch) {
    lanes_[lane]->add(std::move(batch));
    last_ = lane;
  }

  /// Tells how it goes. Whether to stop.
  bool look_up() {
    if (!lanes_.empty()) listener_.progress(describe(*lanes_[last_]));
    interrupted_ = interrupted_ || listener_.interrupted();
    return interrupted_;
  }

  Progress describe(const Lane& lane) const {
    Progress progress{.scenario = lane.progress().scenario->name};
    progress.elapsed_s = seconds_since_begin();
    std::uint64_t wanted = 0;
    for (const auto& each : lanes_) {
      const ScenarioResult& so_far = each->progress();
      progress.executions += so_far.executions;
      progress.failures += each->failed() ? 1 : 0;
      wanted += each->done() ? so_far.executions : options_.budget.executions.value_or(0);
    }
    if (options_.budget.time) {
      progress.fraction =
          progress.elapsed_s / std::chrono::duration<double>(*options_.budget.time).count();
    }
    if (options_.budget.executions && wanted > 0) {
      const auto part = static_cast<double>(progress.executions) / static_cast<double>(wanted);
      progress.fraction = std::max(progress.fraction, part);
    }
    progress.fraction = std::min(progress.fraction, 1.0);
    return progress;
  }

  std::span<const Scenario* const> scenarios_;
  const CampaignOptions& options_;
  const Listener& listener_;
  Worker::Clock::time_point began_;
  Board board_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t last_ = 0;  ///< the lane of the newest batch
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
