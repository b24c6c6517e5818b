// SPDX-License-Identifier: MIT
#pragma once

#if __cplusplus < 202002L
#error "scenarios are C++20: give -std=c++20 or later for the file that includes this"
#endif

#include "tidemark/sim/fault/clock_jump.hpp"
#include "tidemark/sim/fault/crash.hpp"
#include "tidemark/sim/world/scenario_entry.hpp"
#include "tidemark/sim/world/world.hpp"

/// All that a file with scenarios of your own includes.
///
/// Defines the scenario "family/situation" and lists it in the module's table. What follows is the
/// body, in which `world` is the `tidemark::sim::World` to declare and to run:
///
///     TIDEMARK_SCENARIO(counter, two_threads, .claim = "no addition is lost",
///                       .properties = {"all_counted"}) {
///       Counter counter;
///       world.at_end("all_counted", [&] { return counter.value() == 2; });
///       world.process("program", [&] {
///         std::jthread other{[&] { counter.add(); }};
///         counter.add();
///       });
///       world.run();
///     }
///
/// The rest of the parentheses are members of `tidemark::sim::Description`, in its order. At
/// namespace scope only. A pointer in a section and no registering object: nothing has to run for a
/// scenario to be there, and linkers leave no object out that is named to them.
#define TIDEMARK_SCENARIO(family, situation, ...)                                                \
  static void tidemark_run_##family##_##situation(::tidemark::sim::World& world);                \
  static constinit const ::tidemark::sim::ScenarioEntry tidemark_entry_##family##_##situation{   \
      #family "/" #situation, ::tidemark::sim::Description{__VA_ARGS__},                         \
      &tidemark_run_##family##_##situation};                                                     \
  [[gnu::section("tidemark_scenarios"),                                                          \
    gnu::used]] static constinit const ::tidemark::sim::Scenario* const                          \
      tidemark_listed_##family##_##situation = tidemark_entry_##family##_##situation.scenario(); \
  static void tidemark_run_##family##_##situation([[maybe_unused]] ::tidemark::sim::World& world)
