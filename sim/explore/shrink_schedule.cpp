// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/shrink_schedule.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "tidemark/sim/choice/generator.hpp"

namespace tidemark::sim::explore {
namespace {

using choice::Turn;
namespace option = choice::option;

/// A few preemptions are worth less effort than many.
constexpr std::uint64_t kFew = 3;
constexpr std::uint64_t kTriesForFew = 3000;
constexpr std::uint64_t kTriesForMany = 6000;
/// Taking away is begun anew from so many other runs, of so many that are tried.
constexpr std::uint64_t kStarts = 12;
constexpr std::uint64_t kTriesForStarts = 500;
/// Of schedules that are made anew. With more of them hardly one in a thousand would fail.
constexpr std::uint64_t kPreemptionsDrawn = 3;
/// How far a turn is moved, in points of its thread.
constexpr std::uint64_t kMove = 3;

/// The turns of a failing run, apart by what they are.
struct Turns {
  std::vector<Turn> inside;            ///< to another thread
  std::vector<Turn> preempting;        ///< of these, where the first could have gone on
  std::vector<Turn> outside;           ///< to time or an event
  std::vector<std::uint32_t> threads;  ///< by their first turn
};

Turns split(const std::vector<Turn>& turns) {
  Turns apart;
  const auto meet = [&](std::uint32_t thread) {
    const auto& known = apart.threads;
    if (std::find(known.begin(), known.end(), thread) != known.end()) return;
    apart.threads.push_back(thread);
  };
  for (const Turn& turn : turns) {
    meet(turn.thread);
    if (turn.option < option::kFibersMax) {
      apart.inside.push_back(turn);
      if (turn.preempts) apart.preempting.push_back(turn);
      meet(turn.option);
    } else {
      apart.outside.push_back(turn);
    }
  }
  return apart;
}

/// One schedule to try.
class Attempt {
 public:
  enum class Kind : std::uint8_t {
    kept,     ///< some of the preemptions, a little moved
    drawn,    ///< a few that need no others
    as_many,  ///< all of them, a little moved: another start for taking away
  };

  Attempt(const Turns& from, Kind kind, std::uint64_t seed)
      : from_(from), generator_(seed), turns_(from.outside), order_(from.threads) {
    // Sources answer the first turn that is due: what comes from outside first, as it did.
    for (Turn& turn : turns_) {
      if (one_in(8)) move(turn);
    }
    const std::uint64_t all = from.preempting.size();
    switch (kind) {
      case Kind::kept: keep_some(fewer_than(all - 1)); break;
      case Kind::drawn: draw(fewer_than(std::min(all - 1, kPreemptionsDrawn))); break;
      case Kind::as_many: keep_some(all); break;
    }
    shuffle();
  }

  const std::vector<Turn>& turns() const { return turns_; }
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  bool one_in(std::uint64_t count) { return generator_.below(count) == 0; }

  template <typename T>
  const T& any_of(const std::vector<T>& list) {
    return list[generator_.below(list.size())];
  }

  void move(Turn& turn) {
    const std::uint64_t moved = turn.at + generator_.below(2 * kMove + 1);
    turn.at = static_cast<std::uint32_t>(std::max(moved, kMove) - kMove);
  }

  /// Most often as many as are allowed: there are so many more of these schedules.
  std::uint64_t fewer_than(std::uint64_t most) {
    static constexpr std::uint64_t kFewer[] = {0, 0, 0, 0, 1, 1, 2, 3};
    return most - std::min(most, kFewer[generator_.below(std::size(kFewer))]);
  }

  void keep_some(std::uint64_t count) {
    std::uint64_t left = from_.preempting.size();
    for (Turn turn : from_.preempting) {
      if (generator_.below(left--) >= count) continue;
      --count;
      if (one_in(4)) move(turn);
      turns_.push_back(turn);
    }
  }

  void draw(std::uint64_t count) {
    for (; count > 0; --count) {
      Turn turn = any_of(one_in(4) ? from_.inside : from_.preempting);
      if (one_in(2)) move(turn);
      if (one_in(4)) turn.option = any_of(from_.threads);
      // A timer that fires early is easier to follow than a thread that is cut off.
      if (one_in(8)) turn.option = option::kAdvance;
      turns_.push_back(turn);
    }
  }

  /// As the run met them, with a few exchanged, or in any order.
  void shuffle() {
    const std::uint64_t exchanges = one_in(2) ? generator_.below(3) : 2 * order_.size();
    for (std::uint64_t count = 0; count < exchanges; ++count) {
      std::swap(order_[generator_.below(order_.size())], order_[generator_.below(order_.size())]);
    }
  }

  const Turns& from_;
  choice::Generator generator_;
  std::vector<Turn> turns_;
  std::vector<std::uint32_t> order_;
};

/// The plan of an attempt that fails.
std::optional<choice::Plan> execute(ShrinkJudge& judge, const Turns& turns, Attempt::Kind kind,
                                    std::uint64_t seed) {
  const Attempt attempt(turns, kind, seed);
  choice::Detours schedule(attempt.turns(), attempt.order());
  return judge.explore(judge.best(), schedule);
}

bool improves(ShrinkJudge& judge, const choice::Plan& plan,
              void (*shrink_to_the_end)(ShrinkJudge&)) {
  ShrinkJudge other = judge.fork(plan);
  shrink_to_the_end(other);
  return judge.take_better(other);
}

}  // namespace

bool search_fewer_preemptions(ShrinkJudge& judge, void (*shrink_to_the_end)(ShrinkJudge&)) {
  if (judge.counts().preemptions < 2) return false;
  const Turns turns = split(judge.turns());
  if (turns.preempting.empty()) return false;
  const bool many = turns.preempting.size() > kFew;
  const std::uint64_t tries = many ? kTriesForMany : kTriesForFew;
  for (std::uint64_t seed = 0; seed < tries && !judge.exhausted(); ++seed) {
    const auto kind = seed % 2 == 0 ? Attempt::Kind::kept : Attempt::Kind::drawn;
    const auto plan = execute(judge, turns, kind, seed);
    if (plan && improves(judge, *plan, shrink_to_the_end)) return true;
  }
  std::uint64_t starts = many ? kStarts : 0;
  for (std::uint64_t seed = tries; starts > 0 && seed < tries + kTriesForStarts; ++seed) {
    if (judge.exhausted()) break;
    const auto plan = execute(judge, turns, Attempt::Kind::as_many, seed);
    if (!plan) continue;
    --starts;
    if (improves(judge, *plan, shrink_to_the_end)) return true;
  }
  return false;
}

}  // namespace tidemark::sim::explore
