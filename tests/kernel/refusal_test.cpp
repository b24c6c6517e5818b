// SPDX-License-Identifier: MIT
// What the world cannot carry is refused by name; what it prints is swallowed; globals start anew.
#include <gtest/gtest.h>

#include <string>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

/// A trace that nobody looks at.
class Unseen final : public TraceSink {
 public:
  void on_step(const StepView&) override {}
  void on_value(FiberId, std::uint64_t) override {}
  void on_note(FiberId, NoteKind, const char*) override {}
};

std::string printed_by(guest::Body* body, TraceSink* trace) {
  choice::RandomWalk random;
  random.begin(1);
  testing::internal::CaptureStdout();
  const Ran ran = run_body(body, random, {}, trace);
  EXPECT_EQ(ran.outcome.category, Category::none) << ran.message;
  EXPECT_EQ(ran.out, 10U);  // what printf said it wrote
  return testing::internal::GetCapturedStdout();
}

TEST(Refusal, NamesTheCallAndItsPlace) {
  for (std::size_t i = 0; i < guest::refused_call_count(); ++i) {
    const std::string name = guest::refused_call_name(i);
    SCOPED_TRACE(name);
    const Exploration found = explore(&guest::refused_call, {.input = i, .executions = 2});
    EXPECT_TRUE(
        always_fails(found, Category::unsupported, "the world cannot carry a call of " + name));
    ASSERT_EQ(found.places.size(), 1U);
    EXPECT_EQ(found.places[0].file, "tests/kernel/guest/refused.cpp");
    EXPECT_GT(found.places[0].line, 0);
  }
}

TEST(Refusal, NamesTheFunctionThatCalls) {
  const Exploration found = explore(&guest::opens_a_socket, {.executions = 2});
  ASSERT_TRUE(always_fails(found, Category::unsupported, "socket"));
  ASSERT_EQ(found.places.size(), 1U);
  EXPECT_NE(found.places[0].function.find("opens_a_socket"), std::string::npos);
  EXPECT_EQ(found.places[0].thread, "scenario");
}

TEST(Refusal, ReachesThroughTheLibrary) {
  EXPECT_TRUE(always_fails(explore(&guest::opens_a_file_through_the_library, {.executions = 2}),
                           Category::unsupported, "open"));
}

TEST(Output, IsSwallowedWhileExploring) { EXPECT_EQ(printed_by(&guest::prints, nullptr), ""); }

TEST(Output, IsShownInAReplay) {
  Unseen trace;
  const std::string text = printed_by(&guest::prints, &trace);
  for (const char* part :
       {"printed 1\n", "put\n", "put to a file\n", "streamed 2\n", "written\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

TEST(Machine, HasTheSameNumberOfProcessorsEverywhere) {
  EXPECT_TRUE(sees(explore(&guest::processors, {.executions = 5}), {2}));
}

TEST(Globals, AreAsMadeInEveryExecution) {
  EXPECT_TRUE(sees(explore(&guest::globals_are_as_made), {49}));
}

TEST(Globals, OfTheLibraryAreAsMadeInEveryExecution) {
  EXPECT_TRUE(sees(explore(&guest::the_librarys_globals_are_as_made), {1}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
