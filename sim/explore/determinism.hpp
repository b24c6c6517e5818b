// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tidemark/sim/explore/runner.hpp"

namespace tidemark::sim::explore {

/// Which executions that held are run a second time: the first few, since most nondeterminism shows
/// at once, and then a sample.
constexpr bool is_sampled(std::uint64_t execution) { return execution < 4 || execution % 64 == 0; }

/// What an execution left behind, enough to tell it from another.
struct Signature {
  kernel::Category category = kernel::Category::none;
  std::uint64_t steps = 0;
  std::uint64_t hash = 0;

  friend bool operator==(const Signature&, const Signature&) = default;
};

Signature signature_of(const RunResult& run);

/// The shake of an execution's second run: another one for each, and never `kNotShaken`.
std::uint64_t shake_of(std::uint64_t seed, std::uint64_t execution);

/// The first step at which two runs of the same choices differ, as sentences to print: "step 12 of
/// the first run: …", "… of the second run: …". Empty where the traces agree. `shaken`: the second
/// ran in shaken memory, so that values which are addresses need not be equal.
std::vector<std::string> first_divergence(const report::Trace& first, const report::Trace& second,
                                          bool shaken = false);

/// Why two runs of the same choices are not the same run.
struct Divergence {
  std::string message;
  std::vector<std::string> sentences;
};

/// Runs an execution again until two traced runs part, and says where. Where the second run was
/// shaken and others agree, it is the memory that the program depends on.
///
/// Nondeterminism need not show every time; after a few tries that agree, that is what is said.
Divergence explain_nondeterminism(Runner& runner, const Origin& origin, const Signature& first,
                                  const Signature& second, std::uint64_t shake = kNotShaken);

}  // namespace tidemark::sim::explore
