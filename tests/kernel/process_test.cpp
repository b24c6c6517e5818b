// SPDX-License-Identifier: MIT
// Processes: crashes, restarts, ends, clocks.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

#include "tidemark/tests/kernel/explore.hpp"
#include "tidemark/tests/kernel/host_body.hpp"

namespace tidemark::sim::kernel {
namespace {

constexpr std::uint64_t kUnwound = 100;  // what a destructor of `works_and_unwinds` leaves

void crashes_anywhere(guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("connector");
  const Crash& crash = create_crash(process);
  start(process, &guest::works_and_unwinds, io);
  wait_for_end(process);
  io.out = crash.count * 1000 + io.out;
}

TEST(Process, CrashesWithoutUnwindingAnything) {
  // Either it ended by itself and unwound, or it crashed and did not; a crash may also come between
  // the end of its helper and its own.
  const Exploration found = explore(&crashes_anywhere, {.executions = 1000});
  EXPECT_TRUE(sees(found, {kUnwound, 1000, 1000 + kUnwound}));
  EXPECT_GT(found.seen.at(1000), 100U);
}

void restarts(guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("connector");
  const Crash& crash = create_crash(process);
  auto& into = *new guest::Io;
  start(process, &guest::starts_afresh, into);
  wait_for_end(process);
  if (crash.count == 1) {
    start(process, &guest::starts_afresh, into);
    wait_for_end(process);
  }
  io.out = crash.count * 10 + into.out;
}

TEST(Process, FindsItsGlobalsAsMadeWhenItRestarts) {
  // It ended by itself; or it crashed before its last statement; or after it.
  EXPECT_TRUE(sees(explore(&restarts, {.executions = 1000}), {1, 11, 12}));
}

void two_write_a_global(guest::Io& io) {
  const HostMode host;
  const ProcessId one = create_process("one");
  const ProcessId other = create_process("other");
  start(one, &guest::writes_a_global, io);
  if (io.in == 1) wait_for_end(one);
  start(other, &guest::writes_a_global, io);
  wait_for_end(one);
  wait_for_end(other);
}

TEST(Process, SharesNoWrittenGlobalWithAnotherLiveOne) {
  const Exploration found = explore(&two_write_a_global, {.input = 0});
  EXPECT_TRUE(always_fails(found, Category::unsupported, "two live processes, o"));
  EXPECT_TRUE(holds(explore(&two_write_a_global, {.input = 1})));
}

void exits(guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("program");
  start(process, &guest::exits_with, io);
  wait_for_end(process);
  io.out = 1;
}

TEST(Process, EndsWithItsThreadsWhenItExits) {
  EXPECT_TRUE(sees(explore(&exits, {.input = 0}), {1}));
  EXPECT_TRUE(always_fails(explore(&exits, {.input = 3}), Category::exit, "exit(3) by main"));
}

void keeps_world_memory(guest::Io& io) {
  const HostMode host;
  static std::string* durable;
  durable = new std::string(100, 'a');
  const ProcessId process = create_process("store");
  const auto append = [](guest::Io&) {
    const ObjectId object = create_object("store");
    for (int i = 0; i < 5; ++i) {
      step(object, "append");
      durable->append(50, 'b');
    }
  };
  const Crash& crash = create_crash(process);
  start(process, append, io, false);
  wait_for_end(process);
  EXPECT_EQ((durable->size() - 100) % 50, 0U);
  io.out = crash.count * 1000 + durable->size();
}

TEST(Process, LeavesWorldMemoryBehindWhenItCrashes) {
  const Exploration found = explore(&keeps_world_memory, {.executions = 1000});
  EXPECT_TRUE(holds(found));
  EXPECT_EQ(found.seen.count(350), 1U);
  for (const std::uint64_t size : {100, 150, 200, 250, 300}) {
    EXPECT_EQ(found.seen.count(1000 + size), 1U) << size;
  }
}

void has_a_clock(guest::Io& io) {
  const HostMode host;
  constexpr std::int64_t kHour = 3600;
  const ProcessId late = create_process("late");
  const ProcessId right = create_process("right");
  set_wall_offset(late, -kHour * 1'000'000'000);
  auto* seconds = new guest::Io[2];
  start(late, &guest::looks_at_the_wall_clock, seconds[0]);
  start(right, &guest::looks_at_the_wall_clock, seconds[1]);
  wait_for_end(late);
  wait_for_end(right);
  io.out = seconds[1].out - seconds[0].out;
}

TEST(Process, HasAWallClockOfItsOwn) { EXPECT_TRUE(sees(explore(&has_a_clock), {3600})); }

void leaves_a_picture(guest::Io& io) {
  const HostMode host;
  const ProcessId process = create_process("victim");
  const ObjectId never = create_object("never");
  start(process, &guest::works_and_unwinds, io);
  step(never, "let it begin");
  crash(process);
  await(never, "wait for ever", [](void*) { return false; }, nullptr);
}

TEST(Process, ShowsWhereEachFiberStoodAtTheEnd) {
  std::size_t most = 0;
  const Exploring how{.after = [&most](const Outcome&) {
    std::array<FiberView, 16> views;
    const std::size_t count = fibers(views.data(), views.size());
    most = std::max(most, count);
    EXPECT_STREQ(views[0].name, "scenario");
    EXPECT_EQ(views[0].state, FiberView::State::blocked);
    EXPECT_STREQ(views[0].pending.label, "wait for ever");
    EXPECT_STREQ(object_name(views[0].pending.object), "never");
    EXPECT_EQ(views[1].state, FiberView::State::crashed);
    EXPECT_STREQ(process_name(views[1].process), "victim");
    for (std::size_t i = 2; i < count; ++i) {
      EXPECT_EQ(std::string(views[i].name), "victim/" + std::to_string(i));
    }
  }};
  EXPECT_TRUE(always_fails(explore(&leaves_a_picture, how), Category::deadlock,
                           "scenario in wait for ever"));
  EXPECT_EQ(most, 3U);
}

void crashes_the_root(guest::Io&) {
  const HostMode host;
  crash(0);
}

void starts_too_many(guest::Io&) {
  const HostMode host;
  for (int i = 0; i < 100; ++i) create_process("one of many");
}

TEST(Process, HasItsLimits) {
  EXPECT_TRUE(always_fails(explore(&crashes_the_root, {.executions = 2}), Category::internal,
                           "the root process cannot crash"));
  EXPECT_TRUE(always_fails(explore(&starts_too_many, {.executions = 2}), Category::unsupported,
                           "too many processes"));
}

}  // namespace
}  // namespace tidemark::sim::kernel
