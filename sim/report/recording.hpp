// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/sim/choice/choice.hpp"
#include "tidemark/sim/choice/token.hpp"
#include "tidemark/sim/explore/result.hpp"

namespace tidemark::sim::report {

/// A step as a recording keeps it: enough to say where a replay left the path.
struct RecordedStep {
  kernel::FiberId fiber = 0;
  std::uint32_t hash = 0;  ///< the low half of the rolling hash after the step
  std::string what;        ///< "connector/timer: lock mutex#3"
};

/// A run on disk (`failure.json`): every choice, so that it repeats whatever the strategies become.
struct Recording {
  choice::Token token;
  std::string property;
  std::string category;
  std::string message;
  bool shrunk = false;  ///< then the token repeats it only where it holds the plan
  std::vector<choice::Choice> choices;
  std::vector<RecordedStep> steps;
};

Recording recording_of(const explore::FailureRecord& failure);
std::string recording_json(const Recording& recording);

struct RecordingResult {
  std::optional<Recording> recording;
  std::string error;  ///< why the text is not a recording, without its name
};

RecordingResult parse_recording(std::string_view text);

}  // namespace tidemark::sim::report
