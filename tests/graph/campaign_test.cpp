// SPDX-License-Identifier: MIT
// What threads read under the random walk, old stores among it, is what the axioms allow.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/tests/graph/executions.hpp"
#include "tidemark/tests/graph/guest/interpreter.hpp"
#include "tidemark/tests/graph/random_program.hpp"
#include "tidemark/tests/graph/shapes.hpp"

namespace tidemark::oracle {
namespace {

namespace kernel = sim::kernel;

/// For each thread of a program what its operations read, in order.
using Outcome = std::map<int, std::string>;

bool is_read(kernel::OperationKind kind) {
  return kind == kernel::OperationKind::load || kind == kernel::OperationKind::read_modify_write ||
         kind == kernel::OperationKind::compare_exchange;
}

// Threads are created in the program's order: thread 0 is fiber 1.
class ReadValues : public kernel::TraceSink {
 public:
  void on_step(const kernel::StepView& step) override {
    reading_[step.fiber] = is_read(step.operation.kind);
  }
  void on_value(kernel::FiberId fiber, std::uint64_t value) override {
    if (fiber == 0 || !reading_[fiber]) return;
    reading_[fiber] = false;
    outcome[fiber - 1] += " " + std::to_string(static_cast<int>(value));
  }
  void on_note(kernel::FiberId, kernel::NoteKind, const char*) override {}

  Outcome outcome;

 private:
  std::map<kernel::FiberId, bool> reading_;
};

std::set<Outcome> allowed_outcomes(const Program& program) {
  std::set<Outcome> allowed;
  for_each_execution(program, [&](const Candidate& graph, bool) {
    Outcome outcome;
    for (const Event& event : graph.events) {
      if (event.thread >= 0 && event.reads() && event.place < kLocations) {
        outcome[event.thread] += " " + std::to_string(event.read);
      }
    }
    allowed.insert(std::move(outcome));
  });
  return allowed;
}

std::string to_text(const Outcome& outcome) {
  std::string text;
  for (const auto& [thread, values] : outcome) text += std::to_string(thread) + ":" + values + "\n";
  return text;
}

std::set<Outcome> walked_outcomes(const Program& program, std::uint64_t executions) {
  guest::Script script{&program, {}};
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    script.creation.push_back(static_cast<std::uint8_t>(i));
  }
  std::set<Outcome> seen;
  sim::choice::RandomWalk walk;
  for (std::uint64_t seed = 1; seed <= executions; ++seed) {
    walk.begin(seed);
    ReadValues values;
    kernel::Setup setup;
    setup.body = [](void* argument) { guest::interpret(*static_cast<guest::Script*>(argument)); };
    setup.argument = &script;
    setup.choices = &walk;
    setup.trace = &values;
    const kernel::Outcome outcome = kernel::execute(setup);
    if (outcome.category == kernel::Category::none) seen.insert(std::move(values.outcome));
  }
  return seen;
}

void expect_allowed(const Program& program, const std::set<Outcome>& seen) {
  const std::set<Outcome> allowed = allowed_outcomes(program);
  for (const Outcome& outcome : seen) {
    EXPECT_EQ(allowed.count(outcome), 1U) << to_text(program) << "\nread\n" << to_text(outcome);
  }
}

TEST(Campaign, ReadsWhatTheAxiomsAllowOfTheClassicShapes) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    expect_allowed(shape.program, walked_outcomes(shape.program, 300));
  }
}

TEST(Campaign, ReadsWhatTheAxiomsAllowOfRandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Program program = random_program(seed);
    expect_allowed(program, walked_outcomes(program, 60));
  }
}

// Modification order is the order of execution, and seq_cst is stronger than it has to be: a
// campaign cannot read all that is allowed. Of what has neither it finds everything.
TEST(Campaign, FindsEveryOutcomeThatOldStoresMake) {
  const Program programs[] = {
      // Store buffering.
      {{{store(x, 1, relaxed), load(y, relaxed)}, {store(y, 1, relaxed), load(x, relaxed)}}},
      // Message passing, with and without its orders.
      {{{store(x, 1, relaxed), store(y, 1, relaxed)}, {load(y, relaxed, 0), load(x, relaxed, 1)}}},
      {{{store(x, 1, relaxed), store(y, 1, release)}, {load(y, acquire, 0), load(x, relaxed, 1)}}},
      // Independent reads of independent writes.
      {{{store(x, 1, release)},
        {store(y, 1, release)},
        {load(x, acquire, 0), load(y, acquire, 1)},
        {load(y, acquire, 0), load(x, acquire, 1)}}},
      // A compare-exchange that fails on what is old.
      {{{store(x, 1, relaxed), store(y, 1, relaxed)},
        {load(y, relaxed, 0), cas(x, 1, 2, relaxed, relaxed, 1)}}},
  };
  for (const Program& program : programs) {
    EXPECT_EQ(walked_outcomes(program, 4000), allowed_outcomes(program)) << to_text(program);
  }
}

}  // namespace
}  // namespace tidemark::oracle
