// SPDX-License-Identifier: MIT
// Conditions: the search makes each class of schedules, no other, and each once.
#include <gtest/gtest.h>

#include "tidemark/tests/graph/environment.hpp"
#include "tidemark/tests/graph/explore.hpp"
#include "tidemark/tests/graph/random_conditions.hpp"
#include "tidemark/tests/graph/schedules.hpp"
#include "tidemark/tests/graph/seen.hpp"
#include "tidemark/tests/graph/shrink.hpp"

namespace tidemark::oracle {
namespace {

namespace kernel = sim::kernel;

void list(std::string& into, const char* title, const std::set<std::string>& wanted,
          const std::set<std::string>& found) {
  for (const std::string& text : wanted) {
    if (found.count(text) == 0) into += std::string(title) + "\n" + text;
  }
}

std::string difference_in_order(const Program& program, const std::vector<std::uint8_t>& creation,
                                const Classes& expected) {
  std::set<std::string> complete;
  std::set<std::string> deadlocked;
  std::string text;
  for_each_execution_found(
      program, creation, [&] { complete = deadlocked = {}, text = ""; },
      [&](const kernel::Outcome& outcome) {
        const std::string seen = seen_class(creation).to_text();
        if (outcome.category == kernel::Category::deadlock) {
          deadlocked.insert(seen);
        } else if (outcome.category != kernel::Category::none) {
          text += std::string(outcome.failure->message) + "\n" + seen;
        } else if (!complete.insert(seen).second) {
          text += "made again:\n" + seen;
        }
      });
  list(text, "missing:", expected.complete, complete);
  list(text, "surplus:", complete, expected.complete);
  list(text, "missing deadlock:", expected.deadlocked, deadlocked);
  list(text, "surplus deadlock:", deadlocked, expected.deadlocked);
  return text;
}

std::string class_difference(const Program& program) {
  const Classes expected = classes_of(program, kSchedulesMax);
  for (const auto& creation : creation_orders(program)) {
    std::string text = difference_in_order(program, creation, expected);
    if (!text.empty()) return text;
  }
  return "";
}

void expect_no_class_difference(const Program& program) {
  const std::string text = class_difference(program);
  if (text.empty()) return;
  const Program smallest = shrink(program, [](const Program& smaller) {
    return is_guarded(smaller) && !class_difference(smaller).empty();
  });
  ADD_FAILURE() << to_text(program) << "\n"
                << text << "smallest " << to_text(smallest) << "\n"
                << class_difference(smallest);
}

const Thread kSetsAndNotifies{lock(m), store(x, 1, relaxed), unlock(m), notify_one()};
const Thread kWaits{lock(m), wait_while(x, 0), unlock(m)};

TEST(Search, MakesTheClassesOfAProducerAndItsConsumers) {
  const Thread consumer{lock(m), wait_while(x, 0), add(x, -1, relaxed), unlock(m)};
  const Thread producer{lock(m), add(x, 1, relaxed), unlock(m), notify_one()};
  expect_no_class_difference({{producer, consumer}});
  expect_no_class_difference({{producer, producer, consumer, consumer}});
  expect_no_class_difference({{kSetsAndNotifies, kWaits, kWaits}});
}

TEST(Search, MakesTheClassesOfRandomProgramsWithACondition) {
  const std::uint64_t first = from_environment("TIDEMARK_FIRST_SEED", 1);
  const std::uint64_t programs = from_environment("TIDEMARK_PROGRAMS", 2000) / 4;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    expect_no_class_difference(random_condition_program(seed));
  }
}

}  // namespace
}  // namespace tidemark::oracle
