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

/// The first step at which two runs of the same choices differ, as sentences to print: "step 12 of
/// the first run: …", "… of the second run: …". Empty where the traces agree.
std::vector<std::string> first_divergence(const report::Trace& first, const report::Trace& second);

/// Runs an execution again until two traced runs part, and says where.
///
/// Nondeterminism need not show every time; after a few tries that agree, that is what is said.
std::vector<std::string> explain_nondeterminism(Runner& runner, const Origin& origin,
                                                const Signature& first, const Signature& second);

}  // namespace tidemark::sim::explore
