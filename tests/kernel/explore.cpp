// SPDX-License-Identifier: MIT
#include "tidemark/tests/kernel/explore.hpp"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"
#include "tidemark/sim/report/symbolizer.hpp"

namespace tidemark::sim::kernel {
namespace {

/// So many executions of each exploration are repeated.
constexpr std::uint64_t kRepeated = 3;
constexpr std::size_t kFibersMax = 256;

struct Call {
  guest::Body* body = nullptr;
  guest::Io* io = nullptr;
};

void enter(void* argument) {
  const auto& call = *static_cast<const Call*>(argument);
  call.body(*call.io);
}

Ran walk(guest::Body* body, std::uint64_t seed, const Exploring& how, TraceSink* trace = nullptr) {
  choice::RandomWalk random;
  random.begin(seed);
  return run_body(body, random, how, trace);
}

/// Listens for nothing but places.
class Stacks final : public TraceSink {
 public:
  bool wants_stacks() const override { return true; }
  void on_step(const StepView&) override {}
  void on_value(FiberId, std::uint64_t) override {}
  void on_note(FiberId, NoteKind, const char*) override {}
};

std::string describe(const Ran& ran) {
  return std::string(name_of(ran.outcome.category)) + " \"" + ran.message + "\" after " +
         std::to_string(ran.outcome.steps) + " steps, hash " + std::to_string(ran.outcome.hash) +
         ", out " + std::to_string(ran.out);
}

std::string difference(const char* what, std::uint64_t seed, const Ran& first, const Ran& second) {
  if (describe(first) == describe(second)) return "";
  return std::string(what) + " of seed " + std::to_string(seed) + " differs: " + describe(first) +
         " became " + describe(second) + "\n";
}

// Of an access that is wrong anyway the message may say how much garbage it found.
std::string shaken_difference(std::uint64_t seed, const Ran& first, Ran second) {
  if (first.outcome.category != Category::none) second.message = first.message;
  return difference("a shaken replay", seed, first, second);
}

std::string repeat(guest::Body* body, std::uint64_t seed, const Exploring& how, const Ran& first) {
  const Ran again = walk(body, seed, how);
  std::string trouble = difference("a second run", seed, first, again);
  const ChoiceSpan span = choices();
  const std::vector<choice::Choice> recorded(span.data, span.data + span.size);
  choice::Replay source(recorded);
  trouble += difference("a replay", seed, first, run_body(body, source, how));
  Exploring shaken = how;
  shaken.shake = seed + 1;
  choice::Replay once_more(recorded);
  trouble += shaken_difference(seed, first, run_body(body, once_more, shaken));
  if (source.used() != recorded.size()) trouble += "a replay used only some of its choices\n";
  return trouble;
}

// What went wrong before must not show in an execution that touches a bit of everything.
std::string stain() {
  static const Ran clean = walk(&guest::bit_of_everything, 1, {});
  if (clean.outcome.category != Category::none) return describe(clean);
  return difference("the execution after a failure", 1, clean,
                    walk(&guest::bit_of_everything, 1, {}));
}

void keep_failure(Exploration& into, const Failure& failure, std::uint64_t seed) {
  static report::Symbolizer symbolizer;
  static std::array<FiberView, kFibersMax> views;
  into.category = failure.category;
  into.seed = seed;
  into.property = failure.property;
  into.message = failure.message;
  into.places.clear();
  fibers(views.data(), views.size());
  for (std::size_t i = 0; i < failure.places; ++i) {
    const CallStack& stack = failure.stacks[i];
    const report::Frame frame = stack.depth == 0
                                    ? symbolizer.display(failure.where[i])
                                    : symbolizer.display(std::span(stack.places, stack.depth));
    into.places.push_back({frame.file, frame.line, frame.function, views[failure.fibers[i]].name});
  }
}

std::string summary(const Exploration& explored) {
  std::string text = explored.trouble;
  for (const auto& [category, count] : explored.counts) {
    text += std::to_string(count) + " x " + name_of(category) + ", ";
  }
  text += "left:";
  for (const auto& [value, count] : explored.seen) {
    text += " " + std::to_string(value) + " (" + std::to_string(count) + ")";
  }
  if (explored.category != Category::none) {
    text += "; seed " + std::to_string(explored.seed) + ": " + explored.message;
    for (const Place& place : explored.places) {
      text += "\n  " + place.file + ":" + std::to_string(place.line) + " " + place.thread;
    }
  }
  return text;
}

testing::AssertionResult judge(bool good, const Exploration& explored) {
  if (good && explored.trouble.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << summary(explored);
}

}  // namespace

Ran run_body(guest::Body* body, choice::Source& choices, const Exploring& how, TraceSink* trace) {
  guest::Io io{.in = how.input, .out = 0};
  Call call{body, &io};
  Setup setup;
  setup.body = &enter;
  setup.argument = &call;
  setup.choices = &choices;
  setup.limits = how.limits;
  setup.trace = trace;
  setup.eager_timers = how.eager_timers;
  setup.shake = how.shake;
  Ran ran;
  ran.outcome = execute(setup);
  if (ran.outcome.failure != nullptr) ran.message = ran.outcome.failure->message;
  ran.out = io.out;
  return ran;
}

Exploration explore(guest::Body* body, const Exploring& how) {
  stain();
  Exploration found;
  for (std::uint64_t i = 0; i < how.executions; ++i) {
    const std::uint64_t seed = how.first_seed + i;
    const Ran ran = walk(body, seed, how);
    ++found.counts[ran.outcome.category];
    if (ran.outcome.category == Category::none) ++found.seen[ran.out];
    if (how.after) how.after(ran.outcome);
    const bool first_failure =
        ran.outcome.category != Category::none && found.category == Category::none;
    if (first_failure) {
      keep_failure(found, *ran.outcome.failure, seed);
      if (how.repeats) {
        // As a report does it: the places are those of a run that was traced.
        Stacks stacks;
        const Ran traced = walk(body, seed, how, &stacks);
        found.trouble += difference("a traced run", seed, ran, traced);
        if (traced.outcome.failure != nullptr) keep_failure(found, *traced.outcome.failure, seed);
      }
      found.trouble += stain();
    }
    if (how.repeats && (first_failure || i < kRepeated))
      found.trouble += repeat(body, seed, how, ran);
  }
  return found;
}

testing::AssertionResult holds(const Exploration& explored) {
  return judge(explored.category == Category::none, explored);
}

testing::AssertionResult fails(const Exploration& explored, Category category,
                               std::string_view part) {
  std::size_t others = explored.counts.size();
  others -= explored.counts.count(Category::none) + explored.counts.count(category);
  return judge(explored.category == category && others == 0 &&
                   explored.message.find(part) != std::string::npos,
               explored);
}

testing::AssertionResult always_fails(const Exploration& explored, Category category,
                                      std::string_view part) {
  return explored.counts.size() == 1 ? fails(explored, category, part) : judge(false, explored);
}

testing::AssertionResult sees(const Exploration& explored,
                              const std::vector<std::uint64_t>& values) {
  std::map<std::uint64_t, std::uint64_t> missing = explored.seen;
  for (const std::uint64_t value : values) {
    if (missing.erase(value) == 0) return judge(false, explored);
  }
  return judge(missing.empty() && explored.category == Category::none, explored);
}

}  // namespace tidemark::sim::kernel
