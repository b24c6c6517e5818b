// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/recording.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "tidemark/sim/choice/seed.hpp"
#include "tidemark/sim/explore/version.hpp"
#include "tidemark/sim/report/operation.hpp"

namespace tidemark::sim::report {
namespace {

using Json = nlohmann::ordered_json;
using choice::Choice;
using choice::Kind;

constexpr int kSchema = 1;
constexpr std::array<const char*, 6> kKinds = {"schedule", "wake",   "parameter",
                                               "outcome",  "random", "load"};

Json choices_json(const std::vector<Choice>& choices) {
  Json list = Json::array();
  for (const Choice& choice : choices) {
    list.push_back({kKinds[static_cast<std::size_t>(choice.kind)], choice.count, choice.value});
  }
  return list;
}

std::optional<Kind> kind_of(const std::string& word) {
  for (std::size_t at = 0; at < kKinds.size(); ++at) {
    if (word == kKinds[at]) return static_cast<Kind>(at);
  }
  return std::nullopt;
}

/// Errors: throws what the JSON library throws where a field is missing or of another type.
Recording read_fields(const Json& json, choice::Token token) {
  Recording recording;
  recording.token = std::move(token);
  const Json& failure = json.at("failure");
  recording.property = failure.at("property");
  recording.category = failure.at("category");
  recording.message = failure.at("message");
  recording.shrunk = json.value("shrunk", false);
  for (const Json& each : json.at("choices")) {
    const auto kind = kind_of(each.at(0).get<std::string>());
    if (!kind) throw std::invalid_argument("a choice of an unknown kind");
    recording.choices.push_back(
        {*kind, each.at(1).get<std::uint32_t>(), each.at(2).get<std::uint64_t>()});
  }
  for (const Json& each : json.at("steps")) {
    recording.steps.push_back({each.at(0).get<kernel::FiberId>(), each.at(1).get<std::uint32_t>(),
                               each.at(2).get<std::string>()});
  }
  return recording;
}

/// Whether a program could have recorded that choice.
bool possible(const choice::Choice& made) {
  constexpr std::uint64_t kOptionsMax = choice::option::kFirstEvent + choice::option::kEventsMax;
  if (made.kind == Kind::schedule) return made.value < kOptionsMax;
  return made.count == 0 || made.value < made.count;
}

/// What is wrong with a recording that was edited, or empty.
std::string contradiction(const Json& json, const Recording& recording) {
  const choice::Token& token = recording.token;
  if (json.at("scenario") != token.scenario || json.at("execution") != token.execution ||
      json.at("seed") != choice::format_seed(token.seed)) {
    return "its scenario, seed or execution is not its token's";
  }
  for (std::size_t at = 0; at < recording.choices.size(); ++at) {
    if (!possible(recording.choices[at])) {
      return "its choice " + std::to_string(at) + " is out of range";
    }
  }
  return {};
}

RecordingResult wrong(std::string error) {
  return {.recording = std::nullopt, .error = std::move(error)};
}

}  // namespace

Recording recording_of(const explore::FailureRecord& failure) {
  Recording recording{.token = failure.token,
                      .property = failure.property,
                      .category = kernel::name_of(failure.category),
                      .message = failure.message,
                      .shrunk = failure.shrunk,
                      .choices = failure.choices,
                      .steps = {}};
  for (const TraceRow& row : failure.trace.rows) {
    if (!row.is_step) continue;
    recording.steps.push_back({row.fiber, static_cast<std::uint32_t>(row.hash),
                               failure.trace.thread_name(row.fiber) + ": " +
                                   format_operation(failure.trace, row.operation)});
  }
  return recording;
}

std::string recording_json(const Recording& recording) {
  Json steps = Json::array();
  for (const RecordedStep& step : recording.steps) {
    steps.push_back({step.fiber, step.hash, step.what});
  }
  const Json json = {{"tidemark", explore::version()},
                     {"schema", kSchema},
                     {"scenario", recording.token.scenario},
                     {"seed", choice::format_seed(recording.token.seed)},
                     {"execution", recording.token.execution},
                     {"token", choice::format_token(recording.token)},
                     {"shrunk", recording.shrunk},
                     {"failure",
                      {{"property", recording.property},
                       {"category", recording.category},
                       {"message", recording.message}}},
                     {"choices", choices_json(recording.choices)},
                     {"steps", steps}};
  return json.dump() + "\n";
}

RecordingResult parse_recording(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return wrong("it is not JSON, or it is cut off");
  try {
    if (!json.is_object() || !json.contains("choices"))
      return wrong("it holds no recorded choices");
    if (json.at("schema") != kSchema) {
      return wrong("it has schema " + json.at("schema").dump() + ", and this program reads " +
                   std::to_string(kSchema));
    }
    auto token = choice::parse_token(json.at("token").get<std::string>());
    if (!token.token) return wrong("its token is damaged");
    Recording recording = read_fields(json, std::move(*token.token));
    std::string error = contradiction(json, recording);
    if (!error.empty()) return wrong(std::move(error));
    return {.recording = std::move(recording), .error = {}};
  } catch (const std::exception&) {
    return wrong("a field is missing, or is not what it should be");
  }
}

}  // namespace tidemark::sim::report
