// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tidemark/sim/choice/strategy_pct.hpp"
#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/choice/token.hpp"
#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/world/run.hpp"

namespace tidemark::sim::explore {

/// What bounds each execution; part of a token, since it changes the run.
struct RunOptions {
  std::optional<std::uint64_t> steps_max;  ///< of the faulty phase
  choice::Bounds bounds;
  choice::Strategy strategy;

  kernel::Limits limits() const;
};

/// Where the choices of an execution come from.
struct Origin {
  std::uint64_t seed = 0;
  std::uint64_t execution = 0;
  std::string mutant;  ///< whose code this is; empty for the code as it is
};

/// In memory as it always is (see `kernel::Setup`).
inline constexpr std::uint64_t kNotShaken = 0;

/// Runs executions of one scenario: by seed and index, or as recorded.
class Runner {
 public:
  Runner(const Scenario& scenario, const RunOptions& options);

  /// The `origin.execution`-th execution of a campaign under the strategy of the options.
  RunResult walk(const Origin& origin, kernel::TraceSink* trace = nullptr,
                 std::uint64_t shake = kNotShaken);

  /// Exactly these choices; ends as `diverged` where they do not fit.
  RunResult replay(std::span<const choice::Choice> choices, kernel::TraceSink* trace = nullptr,
                   std::uint64_t shake = kNotShaken);

  /// Answers of `source`, whatever it is.
  RunResult answer(choice::Source& source, kernel::TraceSink* trace = nullptr,
                   std::uint64_t shake = kNotShaken);

  const Scenario& scenario() const { return scenario_; }
  const RunOptions& options() const { return options_; }

 private:
  const Scenario& scenario_;
  RunOptions options_;
  /// How long executions are, which PCT has to know: the longest of the first few random walks, so
  /// that it depends on the seed alone.
  std::uint64_t expected_steps(const Origin& origin);
  std::uint64_t seed_of(const Origin& origin, std::uint64_t execution) const;

  choice::RandomWalk walk_;
  choice::Pct pct_;
  std::optional<std::uint64_t> expected_steps_;
  std::uint64_t expected_for_ = 0;  ///< the seed
};

/// A copy of the choices of the last execution.
std::vector<choice::Choice> last_choices();

/// All that the kernel still knows about the execution that has just failed.
FailureRecord record_failure(const RunResult& run, report::Trace trace,
                             std::vector<choice::Choice> choices);

/// The line that repeats an execution; `trace` gives it its fingerprint.
choice::Token token_of(const Runner& runner, const Origin& origin, const report::Trace& trace);

}  // namespace tidemark::sim::explore
