// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/scenario_template.hpp"

#include <utility>

namespace tidemark::sim::build {
namespace {

constexpr std::string_view kCounter = R"text(class Counter {
 public:
  int add() {
    const std::lock_guard lock{mutex_};
    return ++value_;
  }
  int value() const {
    const std::lock_guard lock{mutex_};
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  int value_ = 0;
};
)text";

constexpr std::string_view kBody = R"text(  Counter counter;
  world.at_end("all_counted", [&] { return Verdict::equal(counter.value(), 2); });
  world.process("program", [&] {
    std::jthread other{[&] {
      if (counter.add() == 1) world.reachable("the other thread comes first");
    }};
    counter.add();
  });
  world.run();
)text";

constexpr std::string_view kOwn = R"text(// Explore it: tidemark run --with {situation}.cpp
#include <mutex>
#include <thread>

#include "tidemark/sim/scenario.hpp"

using tidemark::sim::Verdict;

namespace {

// In place of this, include the header of a class of your own, and give its source to a second
// --with. It stays as it is.
{counter}
}  // namespace

// What is named here has to be declared below, and goals have to be reached: a green that never saw
// them says nothing.
TIDEMARK_SCENARIO({family}, {situation}, .claim = "no addition is lost",
                  .properties = {"all_counted"},
                  .reachable = {"the other thread comes first"}) {
{body}}
)text";

constexpr std::string_view kTree = R"text(// SPDX-License-Identifier: MIT
#include <mutex>
#include <thread>

#include "tidemark/sim/world/scenario.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::scenarios::{family} {
namespace {

using sim::Goal;
using sim::Verdict;

constexpr std::string_view kTags[] = {"{family}"};
constexpr std::string_view kProperties[] = {"all_counted"};
constexpr Goal kGoals[] = {{"the other thread comes first", Goal::Kind::reachable}};

/// Stands in for the part of core that this scenario is about.
{counter}
/// Says in one sentence what happens here.
/// Guards against the bug that it was written for.
void body(sim::World& world) {
{body}}

}  // namespace

extern const sim::Scenario {situation};
const sim::Scenario {situation}{
    .name = "{family}/{situation}",
    .claim = "no addition is lost",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::{family}
)text";

/// `text` with each {word} of the list put in; other braces stay.
std::string fill(std::string_view text, std::string_view family, std::string_view situation) {
  const std::pair<std::string_view, std::string_view> words[] = {
      {"{counter}", kCounter}, {"{body}", kBody}, {"{family}", family}, {"{situation}", situation}};
  std::string filled(text);
  for (const auto& [word, value] : words) {
    for (std::size_t at = filled.find(word); at != std::string::npos;
         at = filled.find(word, at + value.size())) {
      filled.replace(at, word.size(), value);
    }
  }
  return filled;
}

}  // namespace

std::string own_scenario(std::string_view family, std::string_view situation) {
  return fill(kOwn, family, situation);
}

std::string tree_scenario(std::string_view family, std::string_view situation) {
  return fill(kTree, family, situation);
}

}  // namespace tidemark::sim::build
