// SPDX-License-Identifier: MIT
// Endings: each is told apart, names its place, and leaves the next execution clean (`explore` runs
// one after the first failure).
#include <gtest/gtest.h>

#include <cstdlib>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

struct End {
  const char* name;
  guest::Body* body;
  Category category;
  const char* message;
  /// The place is in the body's file, not in a library's.
  bool here = true;
  std::uint64_t input = 0;
};

class Ending : public testing::TestWithParam<End> {};

TEST_P(Ending, IsToldApart) {
  const End& end = GetParam();
  const Exploration found = explore(end.body, {.input = end.input, .executions = 5});
  EXPECT_TRUE(always_fails(found, end.category, end.message));
  ASSERT_EQ(found.places.size(), 1U);
  if (end.here) {
    EXPECT_EQ(found.places[0].file, "tests/kernel/guest/endings.cpp");
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Ending,
    testing::Values(
        End{"Assertion", &guest::assertion_fails, Category::assertion,
            "assertion `rows == 4` failed at endings.cpp:"},
        End{"Abort", &guest::aborts, Category::abort, "abort() by scenario"},
        End{"Exit", &guest::exits, Category::exit, "exit(3) by scenario", true, 3},
        End{"UnderscoreExit", &guest::exits_at_once, Category::exit, "exit(4)"},
        End{"QuickExit", &guest::exits_quickly, Category::exit, "exit(5)"},
        End{"ExitFromAThread", &guest::exits_from_a_thread, Category::exit, "exit(6) by thread/1"},
        End{"Exception", &guest::throws, Category::exception,
            "uncaught exception of type St13runtime_error in scenario", false},
        End{"ExceptionInAThread", &guest::throws_in_a_thread, Category::exception,
            "uncaught exception of type St12out_of_range in thread/1", false},
        End{"ExceptionOutOfNoexcept", &guest::throws_out_of_noexcept, Category::exception,
            "St11logic_error", false},
        End{"ExceptionWhileUnwinding", &guest::throws_while_unwinding, Category::exception, "",
            false},
        End{"Terminate", &guest::terminates, Category::abort, "abort()", false},
        End{"PureVirtual", &guest::calls_a_pure_virtual_function, Category::abort, "abort()",
            false},
        End{"NullRead", &guest::reads_through_null, Category::abort,
            "segmentation fault near the null pointer in scenario"},
        End{"WriteIntoConstants", &guest::writes_into_constants, Category::abort,
            "segmentation fault in scenario"},
        End{"NullCall", &guest::calls_null, Category::abort, "near the null pointer", false},
        End{"DivisionByZero", &guest::divides_by_zero, Category::abort, "arithmetic error"},
        End{"Trap", &guest::traps, Category::abort, "illegal instruction"},
        End{"StackOverflow", &guest::overflows_the_stack, Category::overrun,
            "stack overflow in scenario"},
        End{"StackOverflowOfAThread", &guest::overflows_the_stack_of_a_thread, Category::overrun,
            "stack overflow in thread/1"}),
    [](const auto& info) { return info.param.name; });

// The one test that takes seconds, and so is not repeated: the watchdog counts processor time.
TEST(Loop, WithoutASignOfLifeIsBroken) {
  const Exploring how{.executions = 1, .repeats = false};
  const Exploration found = explore(&guest::loops_without_a_sign_of_life, how);
  EXPECT_TRUE(always_fails(found, Category::max_steps, "a loop that nothing can end"));
  ASSERT_EQ(found.places.size(), 1U);
  EXPECT_EQ(found.places[0].file, "tests/kernel/guest/endings.cpp");
}

// What a program registers to be called when it exits goes with the execution: were it run at the
// end of the host, the child below would end with another code.
TEST(EndOfTheHost, RunsNothingOfTheWorld) {
  const auto explore_and_exit = [] {
    explore(&guest::registers_exit_functions, {.executions = 3});
    std::exit(0);
  };
  EXPECT_EXIT(explore_and_exit(), testing::ExitedWithCode(0), "");
}

TEST(Loop, OnAPlainVariableIsARaceAndNotAHang) {
  EXPECT_TRUE(always_fails(explore(&guest::waits_for_a_plain_variable), Category::race));
}

TEST(Loop, OnAPlainVariableNobodySetsIsAWedge) {
  const Exploring how{.executions = 2, .limits = {.faulty_steps = 20, .fair_steps = 100}};
  const Exploration found = explore(&guest::waits_for_a_plain_variable_nobody_sets, how);
  EXPECT_TRUE(always_fails(found, Category::wedge, "not settled within 100 steps"));
  EXPECT_EQ(found.property, "no_wedge");
}

TEST(Loop, OfYieldsIsAWedgeAtTheStepBound) {
  const Limits limits{.faulty_steps = 50, .fair_steps = 70};
  const Exploring how{.executions = 20, .limits = limits, .after = [](const Outcome& outcome) {
                        EXPECT_TRUE(outcome.healed);
                        EXPECT_GE(outcome.steps, 120U);
                        EXPECT_LE(outcome.steps, 122U);
                      }};
  EXPECT_TRUE(always_fails(explore(&guest::yields_for_ever, how), Category::wedge,
                           "not settled within 70 steps"));
}

TEST(Loop, ThatAnotherThreadEndsIsLeftWhenSchedulingTurnsFair) {
  const Exploring how{.executions = 200, .limits = {.faulty_steps = 30, .fair_steps = 1000}};
  EXPECT_TRUE(sees(explore(&guest::spins_until_another_has_run, how), {1}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
