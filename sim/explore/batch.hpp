// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tidemark/sim/explore/campaign.hpp"
#include "tidemark/sim/explore/determinism.hpp"

namespace tidemark::sim::explore {

/// An execution that means more than a count, small enough to cross from one process to another:
/// who hears of it runs it again from its index.
struct Finding {
  enum class Kind : std::uint8_t {
    failure,
    nondeterminism,
    trouble,   ///< the scenario itself is wrong
    internal,  ///< the harness is
  };
  Kind kind = Kind::failure;
  std::uint64_t execution = 0;
  Signature first;          ///< of the run
  Signature second;         ///< of a second run that parted from it
  std::uint64_t shake = 0;  ///< of that second run
  std::string sentence;     ///< of trouble

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// What consecutive executions of one scenario showed.
struct Batch {
  std::uint64_t first = 0;
  std::uint64_t ran = 0;         ///< executions, from `first` on, that this speaks of
  std::uint64_t executions = 0;  ///< of these, completed
  std::uint64_t blocked = 0;     ///< of these, cut because an `assume` failed
  std::uint64_t steps = 0;
  std::uint64_t found = 0;
  double elapsed_s = 0;
  std::vector<std::uint64_t> goal_hits;
  std::vector<std::uint64_t> hashes;  ///< of the completed ones
  std::optional<Finding> failure;     ///< the first
  std::optional<Finding> ending;      ///< no execution behind this one counts

  friend bool operator==(const Batch&, const Batch&) = default;
};

/// Runs stretches of one scenario's executions, some or all of them twice.
class BatchRunner {
 public:
  BatchRunner(const Scenario& scenario, const CampaignOptions& options);

  /// Runs `count` executions from `first` on, fewer where something ends the exploration. `at` is
  /// told which one is about to run.
  Batch run(std::uint64_t first, std::uint64_t count, std::atomic<std::uint64_t>& at);

 private:
  void advance(Batch& batch, std::uint64_t execution);
  void check_again(Batch& batch, const Signature& first, std::uint64_t execution);
  void on_failure(Batch& batch, const Signature& first, std::uint64_t execution);

  const CampaignOptions& options_;
  Runner runner_;
};

}  // namespace tidemark::sim::explore
