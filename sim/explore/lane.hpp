// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/explore/determinism.hpp"
#include "tidemark/sim/explore/distinct.hpp"

namespace tidemark::sim::explore {

/// One scenario's share of a campaign: runs its executions in order and keeps the books.
class Lane {
 public:
  Lane(const Scenario& scenario, const CampaignOptions& options);

  bool done() const { return done_; }
  /// Runs the next execution, a second time where determinism is checked. Not after `done()`.
  void advance();
  void add_time(double seconds) { result_.elapsed_s += seconds; }

  const ScenarioResult& progress() const { return result_; }
  /// Closes the books: decides the verdict of what has not failed.
  ScenarioResult finish() &&;

 private:
  void on_failure(const RunResult& run, const Origin& origin);
  void check_again(const Signature& first, const Origin& origin);
  void on_nondeterminism(const Signature& first, const Signature& second, const Origin& origin);
  void stop_with_trouble(std::string sentence, bool internal);

  const CampaignOptions& options_;
  Runner runner_;
  ScenarioResult result_;
  DistinctCounter distinct_;
  std::uint64_t next_ = 0;
  bool done_ = false;
};

}  // namespace tidemark::sim::explore
