// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/shrink.hpp"

#include <algorithm>
#include <initializer_list>

#include "tidemark/sim/explore/shrink_judge.hpp"
#include "tidemark/sim/explore/shrink_schedule.hpp"

namespace tidemark::sim::explore {
namespace {

using choice::Kind;
using choice::Plan;
using choice::Segment;
namespace option = choice::option;

constexpr std::uint64_t kFewPreemptions = 1;
constexpr std::uint64_t kTriesForInputs = 200;
constexpr std::uint64_t kTriesForSchedules = 600;

bool is_from_outside(const Segment& segment) { return segment.option >= option::kFirstEvent; }
bool is_advance(const Segment& segment) { return segment.option == option::kAdvance; }
bool is_fiber(const Segment& segment) { return segment.option < option::kFibersMax; }

/// Neighbours of one thread become one stretch, as they are when a stretch between them goes.
void join_neighbours(Plan& plan) {
  std::vector<Segment> joined;
  for (const Segment& segment : plan.schedule) {
    if (joined.empty() || joined.back().option != segment.option || !is_fiber(segment)) {
      joined.push_back(segment);
      continue;
    }
    std::uint32_t& length = joined.back().length;
    const bool open = length > Segment::kWhileOffered - std::min(segment.length, length) ||
                      segment.length == Segment::kWhileOffered;
    length = open ? Segment::kWhileOffered : length + segment.length;
  }
  plan.schedule = std::move(joined);
}

void erase_segments(Plan& plan, std::size_t from, std::size_t count) {
  const auto begin = plan.schedule.begin() + static_cast<std::ptrdiff_t>(from);
  plan.schedule.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  join_neighbours(plan);
}

/// Takes away every fault of a kind, and where that does not do, each by itself, the last first.
void drop_values(ShrinkJudge& judge, Kind kind) {
  if (judge.improves_by([&](Plan& plan) { plan.of(kind).clear(); })) return;
  for (std::size_t at = judge.best().of(kind).size(); at-- > 0;) {
    judge.improves_by([&](Plan& plan) {
      if (at < plan.of(kind).size()) plan.of(kind)[at] = 0;
    });
  }
}

template <typename Predicate>
void drop_options(ShrinkJudge& judge, Predicate unwanted) {
  const bool all = judge.improves_by([&](Plan& plan) {
    std::erase_if(plan.schedule, unwanted);
    join_neighbours(plan);
  });
  if (all) return;
  for (std::size_t at = judge.best().schedule.size(); at-- > 0;) {
    judge.improves_by([&](Plan& plan) {
      if (at < plan.schedule.size() && unwanted(plan.schedule[at])) erase_segments(plan, at, 1);
    });
  }
}

/// Each value as low as it goes: zero at once, else by halving what is left.
void lower_values(ShrinkJudge& judge, Kind kind) {
  for (std::size_t at = 0; at < judge.best().of(kind).size(); ++at) {
    std::uint64_t low = 0;  // anything below is known not to do
    while (at < judge.best().of(kind).size() && low < judge.best().of(kind)[at]) {
      const std::uint64_t high = judge.best().of(kind)[at];
      const std::uint64_t middle = low == 0 ? 0 : low + (high - low) / 2;
      if (!judge.improves_by([&](Plan& plan) { plan.of(kind)[at] = middle; })) low = middle + 1;
      if (judge.exhausted()) return;
    }
  }
}

/// Stretches of the schedule, in blocks of half of it, a quarter, … one: the last first, since what
/// comes after the failure's cause goes most easily.
void remove_chunks(ShrinkJudge& judge) {
  for (std::size_t size = std::max<std::size_t>(1, judge.best().schedule.size() / 2);; size /= 2) {
    for (std::size_t end = judge.best().schedule.size(); end > 0;) {
      const std::size_t from = end > size ? end - size : 0;
      judge.improves_by([&](Plan& plan) { erase_segments(plan, from, end - from); });
      end = std::min(from, judge.best().schedule.size());
      if (judge.exhausted()) return;
    }
    if (size == 1) return;
  }
}

/// Lets a thread go on until it blocks instead of being preempted.
void extend_segments(ShrinkJudge& judge) {
  for (std::size_t at = judge.best().schedule.size(); at-- > 0;) {
    judge.improves_by([&](Plan& plan) {
      if (at < plan.schedule.size() && is_fiber(plan.schedule[at])) {
        plan.schedule[at].length = Segment::kWhileOffered;
      }
    });
  }
}

/// Two stretches of one thread become one, at the place of the first or of the second.
void merge_segments(ShrinkJudge& judge) {
  for (std::size_t at = 0; at < judge.best().schedule.size(); ++at) {
    const auto& schedule = judge.best().schedule;
    std::size_t next = at + 1;
    while (next < schedule.size() && schedule[next].option != schedule[at].option) ++next;
    if (next >= schedule.size() || !is_fiber(schedule[at])) continue;
    const Segment first = schedule[at];
    const Segment second = schedule[next];
    const auto place = [](std::size_t index) { return static_cast<std::ptrdiff_t>(index); };
    const bool early = judge.improves_by([&](Plan& plan) {
      plan.schedule.erase(plan.schedule.begin() + place(next));
      plan.schedule.insert(plan.schedule.begin() + place(at) + 1, second);
      join_neighbours(plan);
    });
    if (early) continue;
    judge.improves_by([&](Plan& plan) {
      plan.schedule.insert(plan.schedule.begin() + place(next), first);
      plan.schedule.erase(plan.schedule.begin() + place(at));
      join_neighbours(plan);
    });
  }
}

void swap_neighbours(ShrinkJudge& judge) {
  for (std::size_t at = 0; at + 1 < judge.best().schedule.size(); ++at) {
    judge.improves_by([&](Plan& plan) {
      std::swap(plan.schedule[at], plan.schedule[at + 1]);
      join_neighbours(plan);
    });
  }
}

/// A thread is left earlier: it may have been let go on further than the failure needs.
void shorten_segments(ShrinkJudge& judge) {
  for (std::size_t at = 0; at < judge.best().schedule.size(); ++at) {
    for (const std::uint32_t divisor : {4U, 2U}) {
      judge.improves_by([&](Plan& plan) {
        if (at >= plan.schedule.size()) return;
        Segment& segment = plan.schedule[at];
        if (segment.length == Segment::kWhileOffered || segment.length == 1) return;
        segment.length = std::max(1U, segment.length - segment.length / divisor);
      });
    }
  }
}

void pass(ShrinkJudge& judge) {
  for (const Kind kind : {Kind::load, Kind::outcome, Kind::wake, Kind::random}) {
    drop_values(judge, kind);
  }
  drop_options(judge, is_from_outside);
  drop_options(judge, is_advance);
  lower_values(judge, Kind::parameter);
  remove_chunks(judge);
  extend_segments(judge);
  merge_segments(judge);
  swap_neighbours(judge);
  shorten_segments(judge);
}

void shrink_to_the_end(ShrinkJudge& judge) {
  for (Plan before; before != judge.best() && !judge.exhausted();) {
    before = judge.best();
    pass(judge);
  }
}

/// Looks for schedules under which `inputs` fail the same way, and shrinks what it finds. Whether
/// that gave something simpler.
bool search(ShrinkJudge& judge, const Plan& inputs, std::uint64_t tries) {
  for (std::uint64_t seed = 0; seed < tries && !judge.exhausted(); ++seed) {
    const auto plan = judge.explore(inputs, seed);
    if (!plan) continue;
    ShrinkJudge other = judge.fork(*plan);
    shrink_to_the_end(other);
    if (judge.take_better(other)) return true;
  }
  return false;
}

/// Taking away never turns one schedule into another that needs fewer preemptions in other places,
/// and a schedule hardly ever fits smaller inputs. So both are looked for afresh.
void search_simpler(ShrinkJudge& judge) {
  for (std::size_t at = 0; at < judge.best().of(Kind::parameter).size(); ++at) {
    for (std::uint64_t divisor = 0; divisor <= 2; divisor += 2) {
      Plan inputs = judge.best();
      if (at >= inputs.of(Kind::parameter).size()) break;
      std::uint64_t& value = inputs.of(Kind::parameter)[at];
      if (value == 0) break;
      value = divisor == 0 ? 0 : value / divisor;
      if (search(judge, inputs, kTriesForInputs)) break;
    }
  }
  while (search_fewer_preemptions(judge, &shrink_to_the_end)) {
  }
  while (judge.counts().preemptions > kFewPreemptions) {
    if (!search(judge, Plan(judge.best()), kTriesForSchedules)) return;
  }
}

}  // namespace

ShrinkResult shrink(Runner& runner, const std::vector<choice::Choice>& choices,
                    const Target& target, const ShrinkBudget& budget) {
  ShrinkJudge judge(runner, target, budget);
  ShrinkResult result;
  if (!judge.start(choice::plan_of(choices))) return result;
  shrink_to_the_end(judge);
  search_simpler(judge);
  choice::PlanReplay last(judge.best());
  result.confirmed = target.matches(runner.answer(last));
  result.choices = last_choices();
  result.plan = judge.best();
  result.executions = judge.executions();
  return result;
}

}  // namespace tidemark::sim::explore
