// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <random>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "tidemark/core/checkpoint/capped_tracker.hpp"

namespace tidemark {
namespace {

/// What tracking and settling one batch may cost, in units of the yardstick.
constexpr double kRatioMax = 2.0;
constexpr std::size_t kWindow = 64;
constexpr auto kYardstick = "mutex_and_list";

/// The yardstick: an uncontended lock and unlock, and one insertion and removal in a list.
void mutex_and_list(benchmark::State& state) {
  std::mutex mutex;
  std::list<std::pair<Position, std::uint64_t>> list;
  std::uint64_t number = 0;
  for (auto _ : state) {
    const std::lock_guard lock{mutex};
    const auto inserted = list.insert(list.end(), {{.high = 0, .low = ++number}, 1});
    benchmark::DoNotOptimize(*inserted);
    list.erase(inserted);
  }
}

/// One batch at a time: what an idle connector pays.
void track_and_settle(benchmark::State& state) {
  CappedTracker tracker{1024};
  const std::stop_token stop;
  std::uint64_t number = 0;
  for (auto _ : state) {
    const auto slot = tracker.track(Position{.high = 0, .low = ++number}, 1, stop);
    benchmark::DoNotOptimize(tracker.settle(*slot, SlotState::delivered));
  }
}

/// A window full of batches that settle in any order: what a busy one pays, for each of them.
void track_and_settle_in_any_order(benchmark::State& state) {
  CappedTracker tracker{1024};
  const std::stop_token stop;
  std::array<std::size_t, kWindow> order{};
  for (std::size_t i = 0; i < kWindow; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937{42});
  std::array<SlotRef, kWindow> slots;
  std::uint64_t number = 0;
  while (state.KeepRunningBatch(kWindow)) {
    for (SlotRef& slot : slots) {
      slot = *tracker.track(Position{.high = 0, .low = ++number}, 1, stop);
    }
    for (const std::size_t i : order) {
      benchmark::DoNotOptimize(tracker.settle(slots[i], SlotState::delivered));
    }
  }
}

BENCHMARK(mutex_and_list);
BENCHMARK(track_and_settle);
BENCHMARK(track_and_settle_in_any_order);

/// Keeps the time of every run by name, and shows the medians.
class MedianReporter : public benchmark::ConsoleReporter {
 public:
  MedianReporter() : ConsoleReporter{OO_None} {}

  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> shown;
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration) {
        times_[run.run_name.function_name].push_back(run.GetAdjustedCPUTime());
      } else if (run.aggregate_name == "median") {
        shown.push_back(run);
      }
    }
    ConsoleReporter::ReportRuns(shown);
  }

  /// Of what did not run it is 0.
  [[nodiscard]] double median(const std::string& name) {
    auto& times = times_[name];
    if (times.empty()) return 0;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  }

 private:
  std::map<std::string, std::vector<double>> times_;
};

/// Prints what was measured against the yardstick. Returns whether it is within bounds.
bool within_bounds(MedianReporter& reporter, const std::string& name) {
  const double yardstick = reporter.median(kYardstick);
  const double measured = reporter.median(name);
  if (yardstick == 0 || measured == 0) {
    fmt::print("{}: did not run beside the yardstick\n", name);
    return false;
  }
  const double ratio = measured / yardstick;
  fmt::print(
      "{}: {:.1f} ns, {:.2f} x ({:.1f} ns for a lock and a list node), at most {:.1f} x: {}\n",
      name, measured, ratio, yardstick, kRatioMax, ratio <= kRatioMax ? "ok" : "too slow");
  return ratio <= kRatioMax;
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  // Interleaved, so that a slow spell of the machine hits all of them alike.
  std::string repetitions = "--benchmark_repetitions=15";
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::string short_runs = "--benchmark_min_time=0.02";
  std::vector<char*> words{argv[0], repetitions.data(), interleaved.data(), short_runs.data()};
  words.insert(words.end(), argv + 1, argv + argc);
  int count = static_cast<int>(words.size());
  benchmark::Initialize(&count, words.data());
  if (benchmark::ReportUnrecognizedArguments(count, words.data())) return 2;

  tidemark::MedianReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  const bool idle = tidemark::within_bounds(reporter, "track_and_settle");
  const bool busy = tidemark::within_bounds(reporter, "track_and_settle_in_any_order");
  return idle && busy ? 0 : 1;
}
