// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "tidemark/models/history.hpp"
#include "tidemark/sim/fault/fault.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/property/verdict.hpp"

namespace tidemark::sim {

class Stage;

/// All that the author of a scenario sees: inputs, processes, faults, promises, and `run`.
///
/// A scenario's body declares the world from top to bottom and calls `run` once, last. The body
/// runs on a fiber of the root process, which cannot crash; what it declares on its stack outlives
/// every process. Misuse (no property, an undeclared goal, `run` missing or called twice) ends the
/// execution without a verdict.
class World {
 public:
  explicit World(Stage& stage) : stage_(&stage) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Draws an input between `low` and `high`, both included; it is listed under `name`.
  std::uint64_t pick(std::string_view name, std::uint64_t low, std::uint64_t high);

  /// Draws a yes or a no; it is listed under `name`.
  bool coin(std::string_view name);

  /// A unit of crash. `entry` is its main function and runs again after each crash; its return ends
  /// the process and every thread left in it. What it captures by reference belongs to the root.
  void process(std::string_view name, std::function<void()> entry);

  /// The faults that may strike; which of them are on is drawn per execution.
  void faults(std::initializer_list<fault::Fault> faults);

  /// `predicate` holds after every step that changed the history and after every `atomically`.
  void always(std::string_view name, std::function<Verdict()> predicate);

  /// `predicate` holds when every process has ended. Where it does not, what had to be waited for
  /// never came: a failure of liveness.
  void eventually(std::string_view name, std::function<Verdict()> predicate);

  /// `predicate` holds when every process has ended: the result is right. Where it does not, the
  /// property is violated.
  void at_end(std::string_view name, std::function<Verdict()> predicate);

  /// A goal: `condition` holds after some step that changed the history, after some `atomically`,
  /// or when every process has ended.
  void sometimes(std::string_view goal, std::function<bool()> condition);

  /// A goal: this line is reached.
  void reachable(std::string_view goal);

  /// Runs `callable` as one step, unseen by the race detector: the door to state of the scenario
  /// that several threads touch. It must not block.
  template <class Callable>
  decltype(auto) atomically(Callable&& callable) {
    const kernel::HostMode host;
    order_access();
    return std::forward<Callable>(callable)();
  }

  const models::History& history() const;

  /// How often a process was killed so far.
  std::uint32_t crashes() const;

  /// Runs every process to its end, then checks each `always` once more, each `at_end` and each
  /// `eventually`.
  void run();

  /// What fakes and faults use.
  Stage& stage() { return *stage_; }

 private:
  void order_access();

  Stage* stage_;
  bool has_run_ = false;
};

}  // namespace tidemark::sim
