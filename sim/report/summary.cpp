// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tidemark::sim::report {
namespace {

using explore::ScenarioResult;
using explore::Verdict;

std::string paint(Verdict verdict, const Style& style, std::size_t width) {
  const std::string word = fmt::format("{:<{}}", explore::name_of(verdict), width);
  if (verdict == Verdict::held) return style.good(word);
  if (verdict == Verdict::goal_missed || verdict == Verdict::no_verdict) return style.weak(word);
  return style.bad(word);
}

std::string goals_of(const ScenarioResult& result) {
  if (result.goal_hits.empty()) return "";
  const auto hit = std::count_if(result.goal_hits.begin(), result.goal_hits.end(),
                                 [](std::uint64_t hits) { return hits > 0; });
  return fmt::format(", goals {}/{}", hit, result.goal_hits.size());
}

std::string counts_of(const ScenarioResult& result) {
  std::string text = format_count(result.executions) + " executions";
  if (result.elapsed_s > 0) {
    const double rate = static_cast<double>(result.executions) / result.elapsed_s;
    text += fmt::format(" ({}/s)", format_count(static_cast<std::uint64_t>(std::llround(rate))));
  }
  if (result.proof) {
    text += result.proof->complete ? ", complete" : ", not complete";
    if (result.proof->merged_loops > 0) {
      text += fmt::format(", modulo failed iterations of {} loop{}", result.proof->merged_loops,
                          result.proof->merged_loops == 1 ? "" : "s");
    }
  } else if (result.executions > 0) {
    text += fmt::format(", {} distinct, {} steps each", format_count(result.distinct),
                        result.steps / (result.executions + result.blocked));
  }
  if (result.recalled > 0) text += fmt::format(", {} recalled", format_count(result.recalled));
  if (result.blocked > 0) text += fmt::format(", {} blocked", format_count(result.blocked));
  return text + goals_of(result);
}

std::string missed_goals(const ScenarioResult& result, const char* word) {
  if (result.executions == 0 || result.failure) return "";
  std::string text;
  for (std::size_t at = 0; at < result.goal_hits.size(); ++at) {
    if (result.goal_hits[at] > 0) continue;
    text +=
        fmt::format("  {}: goal '{}' was never reached\n", word, result.scenario->goals[at].name);
  }
  return text;
}

}  // namespace

std::string format_count(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), " ");
  }
  return digits;
}

std::string render_summary(const explore::CampaignResult& result, const Style& style,
                           bool goals_warn) {
  std::size_t name = 0;
  std::size_t verdict = 0;
  for (const ScenarioResult& one : result.scenarios) {
    name = std::max(name, one.scenario->name.size());
    verdict = std::max(verdict, std::string_view(explore::name_of(one.verdict)).size());
  }
  std::string text;
  for (const ScenarioResult& one : result.scenarios) {
    text += fmt::format("{}  {:<{}}  {}\n", paint(one.verdict, style, verdict), one.scenario->name,
                        name, counts_of(one));
    if (!one.trouble.empty()) text += fmt::format("  error: {}\n", one.trouble);
    text += missed_goals(one, goals_warn ? "warning" : "error");
  }
  return text;
}

}  // namespace tidemark::sim::report
