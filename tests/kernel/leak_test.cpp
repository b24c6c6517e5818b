// SPDX-License-Identifier: MIT
// What a process must not leave behind when it ends as it wants to: leaks, and detached threads
// that nobody waited for. And what it may.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"
#include "tidemark/tests/kernel/host_body.hpp"

namespace tidemark::sim::kernel {
namespace {

constexpr std::uint64_t kFew = 10;

testing::AssertionResult leaks(guest::Body* body, const char* message) {
  const Exploration found = explore(body, {.executions = kFew});
  if (found.places.size() != 1 || found.places[0].file != "tests/kernel/guest/leaks.cpp") {
    return testing::AssertionFailure() << "no place, or another: " << found.message;
  }
  return always_fails(found, Category::leak, message);
}

TEST(Leak, IsABlockThatNothingLeadsTo) {
  EXPECT_TRUE(leaks(&guest::leaks_a_block,
                    "leak: nothing leads to a block of 40 bytes allocated by scenario as the "
                    "scenario ends"));
  EXPECT_TRUE(leaks(&guest::leaks_what_a_static_held, "a block of 4 bytes"));
  EXPECT_TRUE(leaks(&guest::leaks_what_an_ended_thread_held, "allocated by thread/1"));
}

TEST(Leak, NamesTheHeadOfAListAndCountsTheRest) {
  EXPECT_TRUE(leaks(&guest::leaks_a_list, "a block of 40 bytes"));
  EXPECT_TRUE(leaks(&guest::leaks_a_list, "nor to 3 more; 112 bytes in all"));
}

TEST(Leak, IsShownWhereTheProgramAskedForIt) {
  EXPECT_TRUE(leaks(&guest::leaks_from_a_container, "a block of 40 bytes"));
}

TEST(Leak, IsAlsoARingThatHoldsItself) {
  const Exploration found = explore(&guest::leaks_a_ring, {.executions = kFew});
  EXPECT_TRUE(always_fails(found, Category::leak, "nor to 1 more"));
}

TEST(Leak, IsNothingThatSomethingLeadsTo) {
  EXPECT_TRUE(holds(explore(&guest::held_by_a_static, {.executions = kFew})));
  EXPECT_TRUE(holds(explore(&guest::held_by_its_middle, {.executions = kFew})));
  EXPECT_TRUE(holds(explore(&guest::held_by_the_main_thread, {.executions = kFew})));
  EXPECT_TRUE(holds(explore(&guest::held_by_a_key, {.executions = kFew})));
  EXPECT_TRUE(holds(explore(&guest::held_by_an_exception, {.executions = kFew})));
  EXPECT_TRUE(sees(explore(&guest::held_by_a_detached_thread), {1}));
}

/// Runs a body as the main function of a process.
void as_a_process(guest::Body* body, guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("connector");
  start(process, body, *new guest::Io);
  wait_for_end(process);
  io.out = 1;
}

void exits_with_a_leak(guest::Io& io) { as_a_process(&guest::leaks_and_exits, io); }
void leaves_with_a_leak(guest::Io& io) { as_a_process(&guest::leaks_and_leaves_at_once, io); }
void exits_with_live_frames(guest::Io& io) {
  as_a_process(&guest::holds_on_its_stack_and_exits, io);
}
void leaves_it_to_the_world(guest::Io& io) { as_a_process(&guest::given_to_the_world, io); }

TEST(Leak, IsLookedForWhenAProcessExitsInOrder) {
  EXPECT_TRUE(always_fails(explore(&exits_with_a_leak, {.executions = kFew}), Category::leak,
                           "a block of 24 bytes allocated by main as connector ends"));
  EXPECT_TRUE(sees(explore(&leaves_with_a_leak, {.executions = kFew}), {1}));
}

TEST(Leak, IsNothingThatLivingFramesOrTheWorldHold) {
  EXPECT_TRUE(sees(explore(&exits_with_live_frames), {1}));
  EXPECT_TRUE(sees(explore(&leaves_it_to_the_world, {.executions = kFew}), {1}));
}

void crashes_and_restarts(guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("connector");
  const Crash& crash = create_crash(process);
  auto& lives = *new guest::Io;
  start(process, &guest::works_until_it_crashes, lives);
  wait_for_end(process);
  if (crash.count == 1) {
    start(process, &guest::works_until_it_crashes, lives);
    wait_for_end(process);
  }
  io.out = crash.count;
}

// Of what a life before the crash had, nothing is this one's: but what is led to by neither a frame
// nor a global of this life would be found, were it counted.
TEST(Leak, IsNothingThatACrashLeft) {
  EXPECT_TRUE(sees(explore(&crashes_and_restarts, {.executions = 500}), {0, 1}));
}

void spares_what_is_no_leak_and_finds_what_is(guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("connector");
  const Crash& crash = create_crash(process);
  auto& lives = *new guest::Io;
  start(process, &guest::works_until_it_crashes, lives);
  wait_for_end(process);
  io.out = crash.count;
  start(process, &guest::leaks_and_exits, lives);
  wait_for_end(process);
}

TEST(Leak, IsFoundInALaterLife) {
  const Exploration found =
      explore(&spares_what_is_no_leak_and_finds_what_is, {.executions = kFew});
  EXPECT_TRUE(always_fails(found, Category::leak, "a block of 24 bytes allocated by main"));
  EXPECT_EQ(found.message.find("more"), std::string::npos);
}

TEST(Detached, ThreadNobodyWaitedForIsCutOff) {
  const Exploration begun = explore(&guest::detached_before_it_begins, {.executions = 200});
  EXPECT_TRUE(
      fails(begun, Category::misuse, "a detached thread is cut off: thread/1 has not begun"));
  ASSERT_EQ(begun.places.size(), 1U);
  EXPECT_EQ(begun.places[0].file, "tests/kernel/guest/detached.cpp");
  EXPECT_TRUE(fails(explore(&guest::detached_while_it_runs, {.input = 3}), Category::misuse, ""));
}

TEST(Detached, ThreadThatWaitsIsCutOff) {
  const Exploring how{.eager_timers = false};
  const Exploration found = explore(&guest::detached_while_it_sleeps, how);
  EXPECT_TRUE(fails(found, Category::misuse, "thread/1 still waits as the scenario ends"));
  ASSERT_EQ(found.places.size(), 2U);
  EXPECT_EQ(found.places[0].thread, "thread/1");
  EXPECT_EQ(found.places[1].thread, "scenario");
}

TEST(Detached, ThreadThatToldItsEndMayStillBeReturning) {
  EXPECT_TRUE(sees(explore(&guest::detached_and_waited_for), {1}));
  EXPECT_TRUE(sees(explore(&guest::detached_and_told_by_a_latch), {1}));
  EXPECT_TRUE(sees(explore(&guest::detached_with_a_shared_capture), {1}));
}

}  // namespace
}  // namespace tidemark::sim::kernel
