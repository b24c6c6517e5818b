// SPDX-License-Identifier: MIT
// What a step of the simulation costs, in raw fiber switches of the same run. Fails where the
// kernel is dearer than the issue allows.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "tidemark/scenarios/table.hpp"
#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/world/run.hpp"
#include "tidemark/tests/bench/kernel_guest.hpp"

namespace tidemark::bench {
namespace {

namespace bc = boost::context::detail;

constexpr std::string_view kTwoFlushers = "publisher/two_flushers_acks_in_any_order";

void bounce(bc::transfer_t from) {
  for (;;) from = bc::jump_fcontext(from.fctx, nullptr);
}

/// Two switches: there and back.
void raw_round_trip(benchmark::State& state) {
  std::vector<char> stack(64 * 1024);
  bc::fcontext_t other = bc::make_fcontext(stack.data() + stack.size(), stack.size(), bounce);
  for (auto _ : state) other = bc::jump_fcontext(other, nullptr).fctx;
}

void explore(benchmark::State& state, void (*body)(void*), double operations) {
  sim::choice::RandomWalk walk;
  std::uint64_t seed = 1;
  double steps = 0;
  for (auto _ : state) {
    walk.begin(seed++);
    const sim::kernel::Outcome outcome =
        sim::kernel::execute({.body = body,
                              .choices = &walk,
                              .limits = {.faulty_steps = 1'000'000, .fair_steps = 1'000'000}});
    if (outcome.failure != nullptr) state.SkipWithError(outcome.failure->message);
    steps += static_cast<double>(outcome.steps);
  }
  state.counters["operations"] = operations;
  state.counters["steps"] = benchmark::Counter(steps, benchmark::Counter::kAvgIterations);
}

void yield(benchmark::State& state) { explore(state, kGuest.yields, 2 * kOperations); }
void fetch_add(benchmark::State& state) { explore(state, kGuest.fetch_adds, 2 * kOperations); }
void locked_increments(benchmark::State& state) { explore(state, kGuest.locks, 1); }

const sim::Scenario& two_flushers() {
  const auto table = scenarios::table();
  return *std::find_if(table.begin(), table.end(),
                       [](const sim::Scenario& each) { return each.name == kTwoFlushers; });
}

void two_flushers_scenario(benchmark::State& state) {
  sim::choice::RandomWalk walk;
  std::uint64_t seed = 1;
  double steps = 0;
  for (auto _ : state) {
    walk.begin(seed++);
    const sim::RunResult result =
        sim::run_once(two_flushers(), {.choices = &walk, .limits = {}, .trace = nullptr});
    if (result.outcome.failure != nullptr) state.SkipWithError(result.outcome.failure->message);
    steps += static_cast<double>(result.outcome.steps);
  }
  state.counters["operations"] = 1;
  state.counters["steps"] = benchmark::Counter(steps, benchmark::Counter::kAvgIterations);
}

/// Keeps the median of each benchmark's repetitions.
class Medians final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.aggregate_name != "median") continue;
      const auto operations = run.counters.find("operations");
      const double each = operations == run.counters.end() ? 1 : operations->second.value;
      found.push_back({run.run_name.function_name, run.GetAdjustedCPUTime() / each});
      const auto steps = run.counters.find("steps");
      if (steps != run.counters.end()) found.back().steps = steps->second.value;
    }
  }

  struct Median {
    std::string name;
    double nanoseconds = 0;
    double steps = 0;
  };
  std::vector<Median> found;
};

struct Bound {
  const char* name;
  double round_trips_max;  ///< 0: stated only
};

constexpr Bound kBounds[] = {
    {"yield", 4}, {"fetch_add", 8}, {"locked_increments", 400}, {"two_flushers_scenario", 0}};

bool report(const Medians& medians) {
  const double raw = medians.found.front().nanoseconds;
  fmt::print("raw round trip: {:.1f} ns\n", raw);
  bool reached = true;
  for (const Bound& bound : kBounds) {
    for (const auto& median : medians.found) {
      if (median.name != bound.name) continue;
      const double ratio = median.nanoseconds / raw;
      fmt::print("{}: {:.1f} ns = {:.1f} raw round trips", bound.name, median.nanoseconds, ratio);
      if (bound.round_trips_max > 0) {
        reached = reached && ratio <= bound.round_trips_max;
        fmt::print(" (at most {:.0f}: {})", bound.round_trips_max,
                   ratio <= bound.round_trips_max ? "reached" : "MISSED");
      } else {
        fmt::print(" ({:.0f} executions/s, {:.0f} steps each)", 1e9 / median.nanoseconds,
                   median.steps);
      }
      fmt::print("\n");
    }
  }
  return reached;
}

double resident_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

/// Resident memory must not grow with the number of executions.
bool report_memory(std::uint64_t executions) {
  constexpr std::uint64_t kFirst = 10'000;
  constexpr double kGrowthMax = 1.2;
  constexpr double kMibMax = 256;
  sim::choice::RandomWalk walk;
  double first = 0;
  for (std::uint64_t i = 1; i <= executions; ++i) {
    walk.begin(i);
    sim::run_once(two_flushers(), {.choices = &walk, .limits = {}, .trace = nullptr});
    if (i == kFirst) first = resident_mib();
  }
  const double last = resident_mib();
  const bool reached = last <= kGrowthMax * first && last < kMibMax;
  fmt::print("resident memory: {:.1f} MiB after {} executions, {:.1f} MiB after {}: {}\n", first,
             kFirst, last, executions, reached ? "reached" : "MISSED");
  return reached;
}

BENCHMARK(raw_round_trip)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(yield)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(fetch_add)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(locked_increments)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(two_flushers_scenario)->Repetitions(9)->ReportAggregatesOnly();

}  // namespace
}  // namespace tidemark::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  tidemark::bench::Medians medians;
  benchmark::RunSpecifiedBenchmarks(&medians);
  if (medians.found.size() < 5) return 0;  // a filter was given: nothing to compare
  const bool fast = tidemark::bench::report(medians);
  const std::uint64_t executions = argc > 1 ? std::stoull(argv[1]) : 100'000;
  const bool small = tidemark::bench::report_memory(executions);
  return fast && small ? 0 : 1;
}
