// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <utility>

namespace tidemark::sim::cli {
namespace {

using report::Diagnostic;
using std::chrono::nanoseconds;

constexpr ValueFlag kValueFlags[] = {
    {"seed", "N", "decimal, 0x-hex or a 40-digit commit id; drawn when not given",
     "run check mutants"},
    {"executions", "N", "executions of each scenario", "run verify check mutants"},
    {"time", "T", "length of the whole campaign: 60s, 5m, 250ms", "run verify check"},
    {"strategy", "NAME", "how executions are chosen: random, pct:D (D - 1 preemptions that matter)",
     "run check mutants"},
    {"max-steps", "N", "steps before faults heal and everything has to settle",
     "run check mutants"},
    {"crashes", "N", "at most N crashes and other events in an execution", "run check mutants"},
    {"faults", "N", "at most N faulty answers of a fake in an execution", "run check mutants"},
    {"timers", "N", "at most N timers that fire early in an execution", "run check mutants"},
    {"jobs", "N", "processes that explore; 1 by default, the result is the same",
     "run check mutants"},
    {"json", "FILE", "write the report for machines", "list run verify check mutants"},
    {"artifacts", "DIR", "write failure.json and trace.txt of each failure below DIR",
     "run verify check replay shrink"},
    {"with", "FILE", "explore this source file of yours; once for each, compiler flags after --",
     "list run verify replay shrink"},
    {"corpus", "DIR", "try the recorded failures in DIR first, and add new ones", "run"},
    {"junit", "FILE", "write the report as JUnit does", "run verify check"},
    {"mutant", "NAME", "run the code with this historical bug put back", "run verify"},
    {"refresh", "NAME", "merge the patch of a mutant with the code as it is now", "mutants"},
};

/// More processes than any machine has processors are a typing mistake.
constexpr std::uint64_t kJobsMost = 1024;

Diagnostic wrong_value(std::string_view flag, std::string_view text, std::string expected) {
  return {.error = fmt::format("--{} does not take '{}'", flag, text),
          .help = {"expected " + std::move(expected)},
          .notes = {}};
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end || text.empty()) return std::nullopt;
  return value;
}

template <typename Target>
std::optional<Diagnostic> set_count(Target& target, std::uint64_t least, std::string_view flag,
                                    std::string_view text) {
  const auto value = parse_count(text);
  // The largest value of a bound means "none", which is said by leaving the flag out.
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max() - 1;
  const bool narrow = sizeof(target) == sizeof(std::uint32_t);
  if (!value || *value < least || (narrow && *value > kMost)) {
    return wrong_value(flag, text,
                       least > 0 ? "a whole number above zero" : "a whole number from 0");
  }
  target = static_cast<std::uint32_t>(*value);
  if constexpr (!std::is_same_v<Target, std::uint32_t>) target = *value;
  return std::nullopt;
}

std::optional<Diagnostic> set_jobs(Options& options, std::string_view text) {
  const auto value = parse_count(text);
  if (!value || *value == 0 || *value > kJobsMost) {
    return wrong_value("jobs", text, fmt::format("a whole number from 1 to {}", kJobsMost));
  }
  options.jobs = static_cast<std::uint32_t>(*value);
  return std::nullopt;
}

std::optional<Diagnostic> set_seed(Options& options, std::string_view text) {
  options.seed = choice::parse_seed(text);
  if (options.seed) return std::nullopt;
  return wrong_value("seed", text,
                     "a decimal number, 0x and hexadecimal digits, or a commit id of 40 digits");
}

std::optional<Diagnostic> set_time(Options& options, std::string_view text) {
  options.time = parse_duration(text);
  if (options.time) return std::nullopt;
  return wrong_value("time", text, "a length of time above zero such as 60s, 5m or 250ms");
}

std::optional<Diagnostic> set_strategy(Options& options, std::string_view text) {
  static constexpr std::string_view kStrategies[] = {"random", "pct:3"};
  if (const auto strategy = choice::parse_strategy(text)) {
    options.strategy = *strategy;
    return std::nullopt;
  }
  Diagnostic diagnostic{
      .error = fmt::format("unknown strategy '{}'", text), .help = {}, .notes = {}};
  report::suggest(diagnostic, text, kStrategies);
  diagnostic.notes.push_back(
      fmt::format("strategies: random, and pct:1 to pct:{}", choice::Strategy::kPctDepthMax));
  return diagnostic;
}

std::optional<Diagnostic> set_text(std::string& target, std::string_view flag,
                                   std::string_view text) {
  if (text.empty()) return wrong_value(flag, text, "a name");
  target = text;
  return std::nullopt;
}

}  // namespace

std::span<const ValueFlag> value_flags() { return kValueFlags; }

std::optional<nanoseconds> parse_duration(std::string_view text) {
  static constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
      {"", 1'000'000'000},   {"ms", 1'000'000},       {"s", 1'000'000'000},
      {"m", 60'000'000'000}, {"min", 60'000'000'000}, {"h", 3'600'000'000'000}};
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view unit(stopped, end);
  for (const auto& [name, length] : kUnits) {
    if (unit != name) continue;
    const double total = number * static_cast<double>(length);
    // A hundred years of nanoseconds still fit; anything longer is a typing mistake.
    if (!(total >= 1) || total > 3.15e18) return std::nullopt;
    return nanoseconds(static_cast<std::int64_t>(total));
  }
  return std::nullopt;
}

std::optional<Diagnostic> set_value(Options& options, std::string_view flag,
                                    std::string_view text) {
  if (flag == "seed") return set_seed(options, text);
  if (flag == "time") return set_time(options, text);
  if (flag == "strategy") return set_strategy(options, text);
  if (flag == "executions") return set_count(options.executions, 1, flag, text);
  if (flag == "jobs") return set_jobs(options, text);
  if (flag == "max-steps") return set_count(options.steps_max, 1, flag, text);
  if (flag == "crashes") return set_count(options.bounds.events, 0, flag, text);
  if (flag == "faults") return set_count(options.bounds.faults, 0, flag, text);
  if (flag == "timers") return set_count(options.bounds.advances, 0, flag, text);
  if (flag == "json") return set_text(options.json, flag, text);
  if (flag == "artifacts") return set_text(options.artifacts, flag, text);
  if (flag == "corpus") return set_text(options.corpus, flag, text);
  if (flag == "junit") return set_text(options.junit, flag, text);
  if (flag == "mutant") return set_text(options.mutant, flag, text);
  return set_text(options.refresh, flag, text);
}

}  // namespace tidemark::sim::cli
