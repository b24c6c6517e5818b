// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/sim/choice/source.hpp"
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/tests/kernel/guest/bodies.hpp"

namespace testing {
class AssertionResult;
}

namespace tidemark::sim::kernel {

/// What to explore: a body, the input it gets, and how often it is run. Seeds count up from the
/// first.
struct Exploring {
  std::uint64_t input = 0;
  std::uint64_t executions = 200;
  std::uint64_t first_seed = 1;
  Limits limits = {};
  bool eager_timers = true;
  /// Some executions are run again: as they were, from their choices, and shaken.
  bool repeats = true;
  std::uint64_t shake = 0;  ///< see `Setup`
  /// Called on the host right after each execution.
  std::function<void(const Outcome&)> after = {};
};

/// A line of source, and the thread that stood there.
struct Place {
  std::string file;  ///< from the source root
  int line = 0;
  std::string function;  ///< mangled
  std::string thread;
};

/// What a number of executions of one body showed.
struct Exploration {
  std::map<Category, std::uint64_t> counts;
  /// What the executions that held left in `Io::out`, and how often.
  std::map<std::uint64_t, std::uint64_t> seen;
  /// The first failure: where it was found and what it said.
  Category category = Category::none;
  std::uint64_t seed = 0;
  std::string property;
  std::string message;
  std::vector<Place> places;
  /// Not empty when a repetition or a replay differed, or a failure left something behind.
  std::string trouble;
};

/// What one execution left, copied.
struct Ran {
  Outcome outcome;
  std::string message;
  std::uint64_t out = 0;
};

/// Runs a body once, its questions answered by `choices`.
Ran run_body(guest::Body* body, choice::Source& choices, const Exploring& how = {},
             TraceSink* trace = nullptr);

/// Runs a body many times at random. The first executions and the first failure are run again with
/// the same seed and from their recorded choices; and after the first failure another body is run,
/// which must not notice it.
Exploration explore(guest::Body* body, const Exploring& how = {});

/// Every execution held.
testing::AssertionResult holds(const Exploration& explored);

/// Some execution failed, none with another category, and the first one's message contains `part`.
testing::AssertionResult fails(const Exploration& explored, Category category,
                               std::string_view part = "");

/// Every execution failed so.
testing::AssertionResult always_fails(const Exploration& explored, Category category,
                                      std::string_view part = "");

/// Every execution held, and among them they left exactly these values.
testing::AssertionResult sees(const Exploration& explored,
                              const std::vector<std::uint64_t>& values);

}  // namespace tidemark::sim::kernel
