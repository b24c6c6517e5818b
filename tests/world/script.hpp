// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tidemark/sim/choice/source.hpp"
#include "tidemark/sim/world/run.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::sim {

/// What a script answers. What a list does not say is 0.
struct Answers {
  std::vector<std::uint64_t> parameters = {};
  std::vector<std::uint64_t> outcomes = {};
  std::vector<std::uint64_t> event_steps = {};  ///< the first enabled event strikes at these
  /// Another thread comes on at every step; else each runs until it blocks, the oldest first.
  bool turns = false;
};

/// Answers an execution's questions from lists.
class Script final : public choice::Source {
 public:
  explicit Script(Answers answers) : answers_(std::move(answers)) {}

  std::uint32_t schedule(const choice::SchedulePoint& point) override {
    if (point.events != 0 && events_ < answers_.event_steps.size() &&
        point.step >= answers_.event_steps[events_]) {
      ++events_;
      return choice::option::kFirstEvent +
             static_cast<std::uint32_t>(__builtin_ctzll(point.events));
    }
    if (answers_.turns) {
      return point.runnable.nth(static_cast<std::uint32_t>(point.step) % point.runnable.size());
    }
    return point.runnable.contains(point.current) ? point.current : point.runnable.nth(0);
  }

  std::uint64_t choose(choice::Kind kind, std::uint64_t count) override {
    if (kind == choice::Kind::parameter) return next(answers_.parameters, parameter_) % count;
    if (kind == choice::Kind::outcome) return next(answers_.outcomes, outcome_) % count;
    return 0;
  }

 private:
  static std::uint64_t next(const std::vector<std::uint64_t>& list, std::size_t& index) {
    return index < list.size() ? list[index++] : 0;
  }

  Answers answers_;
  std::size_t parameter_ = 0;
  std::size_t outcome_ = 0;
  std::size_t events_ = 0;
};

/// Runs a body as a scenario that names `properties` and `goals`.
inline RunResult play(void (*body)(World&), Answers answers,
                      std::span<const std::string_view> properties,
                      std::span<const Goal> goals = {}) {
  const Scenario scenario{"test/body", "what the test says", {}, properties, goals, body};
  Script script(std::move(answers));
  RunSetup setup;
  setup.choices = &script;
  return run_once(scenario, setup);
}

/// The message of a failure, or why there is none.
inline std::string message_of(const RunResult& result) {
  if (result.misuse != nullptr) return result.misuse;
  if (result.outcome.failure == nullptr) return "held";
  return result.outcome.failure->message;
}

}  // namespace tidemark::sim
