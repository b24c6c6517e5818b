// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "tidemark/sim/report/failure_report.hpp"

namespace tidemark::sim::report {
namespace {

using explore::ScenarioResult;
using explore::Verdict;

/// Why a scenario did not hold, in one line, and all there is to say of it.
struct Complaint {
  std::string kind;  ///< a category, or the verdict
  std::string line;
  std::string story;
};

std::string missed_goals(const ScenarioResult& result) {
  std::string names;
  for (std::size_t at = 0; at < result.goal_hits.size(); ++at) {
    if (result.goal_hits[at] > 0) continue;
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", result.scenario->goals[at].name);
  }
  return "never reached: " + names;
}

std::optional<Complaint> complaint_of(const ScenarioResult& result, bool goals_warn) {
  if (result.verdict == Verdict::held) return std::nullopt;
  const std::string verdict = explore::name_of(result.verdict);
  if (result.failure) {
    const explore::FailureRecord& failure = *result.failure;
    return Complaint{.kind = kernel::name_of(failure.category),
                     .line = failure.property + ": " + failure.message,
                     .story = render_failure(failure, {}, {.slice = true})};
  }
  if (!result.trouble.empty()) return Complaint{verdict, result.trouble, result.trouble};
  if (result.verdict != Verdict::goal_missed) return Complaint{verdict, verdict, verdict};
  if (goals_warn) return std::nullopt;
  const std::string missed = missed_goals(result);
  return Complaint{verdict, missed, missed};
}

/// Text for XML 1.0, which has no way to write most control characters.
std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n': escaped += "&#10;"; break;
      default:
        if (static_cast<unsigned char>(letter) >= ' ' || letter == '\t') escaped += letter;
    }
  }
  return escaped;
}

std::string test_case(const ScenarioResult& result, const std::optional<Complaint>& complaint) {
  const std::string_view name = result.scenario->name;
  const std::size_t slash = std::min(name.find('/'), name.size());
  const std::string_view situation = slash < name.size() ? name.substr(slash + 1) : name;
  std::string text =
      fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                  escape_xml(name.substr(0, slash)), escape_xml(situation), result.elapsed_s);
  if (!complaint) return text + "/>\n";
  return text +
         fmt::format(">\n    <failure type=\"{}\" message=\"{}\">{}</failure>\n  </testcase>\n",
                     escape_xml(complaint->kind), escape_xml(complaint->line),
                     escape_xml(complaint->story));
}

/// A value of a workflow command; in a property, commas and colons mean something too.
std::string escape_command(std::string_view text, bool property) {
  std::string escaped;
  for (const char letter : text) {
    const bool special = letter == '%' || letter == '\r' || letter == '\n' ||
                         (property && (letter == ',' || letter == ':'));
    escaped += special ? fmt::format("%{:02X}", letter) : std::string(1, letter);
  }
  return escaped;
}

/// "file=core/publish/publisher.cpp,line=88," of the place that an annotation is for.
std::string place_of(const ScenarioResult& result) {
  if (!result.failure) return "";
  Symbolizer symbols;
  std::string source;
  for (const explore::Place& place : result.failure->places) {
    const Frame frame = symbols.display(place.pc);
    if (source.empty() && frame.line != 0) source = format_source(frame);
  }
  for (const Standing& one : standings(result.failure->trace, symbols)) {
    if (source.empty()) source = one.source;
  }
  const std::size_t colon = source.rfind(':');
  if (colon == std::string::npos) return "";
  return fmt::format("file={},line={},", escape_command(source.substr(0, colon), true),
                     source.substr(colon + 1));
}

}  // namespace

std::string junit_xml(const explore::CampaignResult& result, bool goals_warn) {
  std::string cases;
  std::size_t failures = 0;
  for (const ScenarioResult& one : result.scenarios) {
    const auto complaint = complaint_of(one, goals_warn);
    failures += complaint ? 1 : 0;
    cases += test_case(one, complaint);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"tidemark\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n"
      "{}</testsuite>\n",
      result.scenarios.size(), failures, result.elapsed_s, cases);
}

std::string github_annotations(const explore::CampaignResult& result, bool goals_warn) {
  std::string text;
  for (const ScenarioResult& one : result.scenarios) {
    const auto complaint = complaint_of(one, goals_warn);
    if (!complaint) continue;
    std::string message = complaint->line;
    if (one.failure) message += "\n" + reproduce_line(*one.failure);
    text += fmt::format("::error {}title={}::{}\n", place_of(one),
                        escape_command(std::string(one.scenario->name), true),
                        escape_command(message, false));
  }
  return text;
}

}  // namespace tidemark::sim::report
