// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "tidemark/sim/explore/batch.hpp"
#include "tidemark/sim/explore/distinct.hpp"

namespace tidemark::sim::explore {

/// The books of one scenario's share of a campaign.
///
/// Batches come from any process in any order, and count in the order of their executions: what a
/// lane says is the same however its executions were shared out.
class Lane {
 public:
  Lane(const Scenario& scenario, const CampaignOptions& options);

  /// Tries what is remembered of the scenario, before the first batch.
  void recall();

  /// Takes a batch. What lies behind the end of the exploration is dropped.
  void add(Batch batch);
  /// Takes the batches that wait for one that will never come.
  void add_what_waits();
  bool done() const { return done_; }
  bool failed() const { return failure_ || (ending_ && ending_->kind != Finding::Kind::failure); }

  /// A process ended in the middle of an execution: a fault of the harness.
  void stop_with_trouble(std::string sentence, bool internal);

  /// Runs what was found again: checked, traced and shrunk. Once, after the last batch or when
  /// `done()`.
  void conclude();

  const ScenarioResult& progress() const { return result_; }
  /// Closes the books: decides the verdict of what has not failed.
  ScenarioResult finish() &&;

 private:
  void on_recalled(FailureRecord record);
  void count(const Batch& batch);
  void on_failure(const Finding& found);
  void on_nondeterminism(const Finding& found);

  const CampaignOptions& options_;
  Runner runner_;
  ScenarioResult result_;
  DistinctCounter distinct_;
  std::map<std::uint64_t, Batch> waiting_;  ///< by their first execution
  std::uint64_t next_ = 0;
  std::optional<Finding> failure_;
  std::optional<Finding> ending_;
  bool done_ = false;
  bool concluded_ = false;
};

}  // namespace tidemark::sim::explore
