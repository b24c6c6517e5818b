// SPDX-License-Identifier: MIT
// What fakes and the world ask of the kernel: steps, waits, choices, events, phases.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"
#include "tidemark/tests/kernel/host_body.hpp"

namespace tidemark::sim::kernel {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

/// Starts two bodies on one `Io` and waits for both.
void meet(guest::Body* first, guest::Body* second, guest::Io& io) {
  const ProcessId process = create_process("both");
  start(process, first, io);
  start(process, second, io);
  wait_for_end(process);
}

void steps_on_one_object(guest::Io& io) {
  const HostMode host;
  auto& between = *new guest::Io{.in = create_object("shared")};
  meet(&guest::writes_then_steps, &guest::steps_then_reads, between);
  io.out = between.out;
}

void steps_on_another_object(guest::Io&) {
  const HostMode host;
  auto& one = *new guest::Io{.in = create_object("one")};
  auto& other = *new guest::Io{.in = create_object("other"), .out = 1};
  const ProcessId process = create_process("both");
  start(process, &guest::writes_then_steps, one);
  start(process, &guest::steps_then_reads, other);
  wait_for_end(process);
}

TEST(Step, OrdersLaterStepsOnTheSameObjectOnly) {
  EXPECT_TRUE(sees(explore(&steps_on_one_object), {1}));
  EXPECT_EQ(explore(&steps_on_another_object).counts.count(Category::race), 1U);
}

void awaits_what_another_does(guest::Io& io) {
  const HostMode host;
  // Another object than the writer's: the order comes from the step that made the condition true.
  auto& between = *new guest::Io{.in = create_object("one")};
  meet(&guest::writes_then_steps, &guest::awaits_then_reads, between);
  io.out = 1;
}

TEST(Await, IsOrderedAfterTheStepThatMadeItTrue) {
  EXPECT_TRUE(sees(explore(&awaits_what_another_does), {1}));
}

void awaits_with_a_deadline(guest::Io& io) {
  const HostMode host;
  const ObjectId object = create_object("box");
  static bool full;
  full = false;
  const auto fill = [](guest::Io& shared) {
    step(static_cast<ObjectId>(shared.in), "fill");
    full = true;
  };
  auto& between = *new guest::Io{.in = object};
  if (io.in == 1) start(create_process("writer"), fill, between, false);
  const std::int64_t deadline = now_ns() + 5 * kMillisecond;
  const auto ready = [](void*) { return full; };
  io.out = await(object, "wait", ready, nullptr, deadline) ? 1 : 0;
  if (io.out == 0) {
    EXPECT_GE(now_ns(), deadline);
  }
}

TEST(Await, EndsAtItsDeadline) {
  EXPECT_TRUE(sees(explore(&awaits_with_a_deadline, {.input = 0}), {0}));
  EXPECT_TRUE(sees(explore(&awaits_with_a_deadline, {.input = 1}), {0, 1}));
  EXPECT_TRUE(sees(explore(&awaits_with_a_deadline, {.input = 1, .eager_timers = false}), {1}));
}

void chooses(guest::Io& io) {
  const HostMode host;
  const auto kind = static_cast<choice::Kind>(io.in);
  EXPECT_EQ(choose(kind, 1), 0U);
  io.out = choose(kind, 4);
}

TEST(Choose, ReachesEveryValueAndRecordsWhatCouldHaveBeenOtherwise) {
  for (const choice::Kind kind :
       {choice::Kind::wake, choice::Kind::parameter, choice::Kind::outcome, choice::Kind::load}) {
    const Exploring how{.input = static_cast<std::uint64_t>(kind), .after = [kind](const Outcome&) {
                          ASSERT_EQ(choices().size, 1U);
                          EXPECT_EQ(choices().data[0].kind, kind);
                          EXPECT_EQ(choices().data[0].count, 4U);
                        }};
    EXPECT_TRUE(sees(explore(&chooses, how), {0, 1, 2, 3}));
  }
}

struct Log {
  std::uint64_t events = 0;
  std::uint64_t heals = 0;
  std::uint64_t looks = 0;
  EventId event = 0;
};

void events_and_phases(guest::Io& io) {
  const HostMode host;
  auto* log = new Log;
  log->event = create_event(
      "jump",
      [](void* at) {
        EXPECT_FALSE(healed());
        ++static_cast<Log*>(at)->events;
      },
      log);
  enable(log->event, io.in != 0);
  on_heal(
      [](void* at) {
        auto& into = *static_cast<Log*>(at);
        ++into.heals;
        enable(into.event, true);  // comes too late
      },
      log);
  const ObjectId object = create_object("work");
  for (int i = 0; i < 60; ++i) step(object, "work");
  EXPECT_TRUE(healed());
  EXPECT_EQ(log->heals, 1U);
  io.out = log->events > 0 ? 1 : 0;
}

TEST(Event, StrikesOnlyWhenEnabledAndBeforeFaultsHeal) {
  const Limits limits{.faulty_steps = 20, .fair_steps = 1000};
  const auto healed_at_last = [](const Outcome& outcome) { EXPECT_TRUE(outcome.healed); };
  EXPECT_TRUE(sees(
      explore(&events_and_phases, {.input = 0, .limits = limits, .after = healed_at_last}), {0}));
  EXPECT_TRUE(
      sees(explore(&events_and_phases, {.input = 1, .limits = limits, .after = healed_at_last}),
           {0, 1}));
}

void only_an_event_helps(guest::Io& io) {
  const HostMode host;
  static bool happened;
  happened = false;
  const EventId event = create_event("arrival", [](void*) { happened = true; }, nullptr);
  enable(event, true);
  await(create_object("box"), "wait", [](void*) { return happened; }, nullptr);
  io.out = 1;
}

// Events are faults: a program that needs one to go on is stuck.
TEST(Event, IsNothingToWaitFor) {
  const Exploration found = explore(&only_an_event_helps);
  EXPECT_TRUE(always_fails(found, Category::deadlock, "scenario in wait"));
}

void has_too_many_events(guest::Io&) {
  const HostMode host;
  for (int i = 0; i < 65; ++i) create_event("one of many", [](void*) {}, nullptr);
}

TEST(Event, HasALimit) {
  EXPECT_TRUE(always_fails(explore(&has_too_many_events, {.executions = 2}), Category::unsupported,
                           "too many kinds of events"));
}

void touches(guest::Io& io) {
  const HostMode host;
  auto* log = new Log;
  on_touched([](void* at) { ++static_cast<Log*>(at)->looks; }, log);
  const ObjectId object = create_object("work");
  step(object, "untouched");
  EXPECT_EQ(log->looks, 0U);
  touch();
  touch();
  EXPECT_EQ(log->looks, 0U);
  step(object, "touched before");
  EXPECT_EQ(log->looks, 1U);
  step(object, "untouched since");
  io.out = log->looks;
}

TEST(Touch, IsLookedAtOnceAfterTheStep) { EXPECT_TRUE(sees(explore(&touches), {1})); }

void violates(guest::Io&) {
  const HostMode host;
  fail(Category::property, "no_skip", "row 3 was skipped");
}

void finishes(guest::Io& io) {
  const HostMode host;
  start(create_process("for ever"), &guest::yields_for_ever, io);
  io.out = 1;
  finish();
}

TEST(Verdict, IsWhatTheWorldSays) {
  const Exploration found = explore(&violates, {.executions = 3});
  EXPECT_TRUE(always_fails(found, Category::property, "row 3 was skipped"));
  EXPECT_EQ(found.property, "no_skip");
  EXPECT_TRUE(sees(explore(&finishes), {1}));
}

void host_mode_is_silent(guest::Io& io) {
  const HostMode host;
  guest::Io none;
  start(create_process("a fake"), &guest::writes_without_order, none, false);
  start(create_process("another"), &guest::writes_without_order, none, false);
  wait_for_end(1);
  wait_for_end(2);
  io.out = 1;
}

TEST(HostMode, SilencesTheDetectors) { EXPECT_TRUE(sees(explore(&host_mode_is_silent), {1})); }

}  // namespace
}  // namespace tidemark::sim::kernel
