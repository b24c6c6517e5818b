// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/explore.hpp"

#include <algorithm>
#include <map>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/tests/graph/executions.hpp"
#include "tidemark/tests/graph/guest/interpreter.hpp"
#include "tidemark/tests/graph/seen.hpp"
#include "tidemark/tests/graph/shrink.hpp"

namespace tidemark::oracle {
namespace {

namespace graph = sim::graph;
namespace kernel = sim::kernel;

using Texts = std::set<std::string>;

void enter(void* argument) { guest::interpret(*static_cast<const guest::Script*>(argument)); }

void keep(Searched& into, const Program& program, const kernel::Outcome& outcome,
          const Candidate& seen) {
  const bool deadlock = outcome.category == kernel::Category::deadlock;
  const std::string text = to_text(seen);
  if (outcome.category != kernel::Category::none && !deadlock) {
    into.trouble += std::string(kernel::name_of(outcome.category)) + ": " +
                    outcome.failure->message + "\n" + text;
    return;
  }
  const std::string awaited = to_text(without_failed_rounds(seen, program));
  if (deadlock) {
    // From a deadlock the search goes on through locks that wait: it may come by more than once.
    into.deadlocked.insert(awaited);
    return;
  }
  into.complete.insert(awaited);
  if (!into.runs.insert(text).second) into.duplicates.insert(text);
}

void list(std::string& into, const char* title, const Texts& wanted, const Texts& found) {
  for (const std::string& text : wanted) {
    if (found.count(text) == 0) into += std::string(title) + "\n" + text;
  }
}

std::string difference(const Executions& allowed, const Searched& found) {
  std::string text = found.trouble;
  list(text, "missing:", allowed.complete, found.complete);
  list(text, "missing deadlock:", allowed.deadlocked, found.deadlocked);
  list(text, "surplus:", found.complete, allowed.complete);
  list(text, "surplus deadlock:", found.deadlocked, allowed.deadlocked);
  for (const std::string& duplicate : found.duplicates) text += "made again:\n" + duplicate;
  return text;
}

}  // namespace

void for_each_execution_found(const Program& program, const std::vector<std::uint8_t>& creation,
                              const Restarted& restarted, const Found& found) {
  guest::Script script{&program, creation};
  sim::choice::RandomWalk unused;
  unused.begin(1);
  kernel::Setup setup;
  setup.body = &enter;
  setup.argument = &script;
  setup.choices = &unused;
  setup.search = true;
  graph::begin();
  std::uint32_t starts = graph::work().starts;
  while (graph::next()) {
    if (starts != graph::work().starts) restarted();
    starts = graph::work().starts;
    const kernel::Outcome outcome = kernel::execute(setup);
    if (graph::ended() == graph::RunEnd::complete) found(outcome);
  }
}

Searched search(const Program& program, const std::vector<std::uint8_t>& creation) {
  Searched found;
  for_each_execution_found(
      program, creation, [&] { found = {}; },
      [&](const kernel::Outcome& outcome) { keep(found, program, outcome, seen_graph(creation)); });
  found.counters = graph::counters();
  return found;
}

std::vector<std::vector<std::uint8_t>> creation_orders(const Program& program) {
  std::vector<std::uint8_t> order;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    order.push_back(static_cast<std::uint8_t>(t));
  }
  std::vector<std::vector<std::uint8_t>> result{order};
  if (order.size() > 1) {
    result.emplace_back(order.rbegin(), order.rend());
  }
  if (order.size() > 2) {
    std::rotate(order.begin(), order.begin() + 1, order.end());
    result.push_back(order);
  }
  return result;
}

std::string difference(const Program& program) {
  const Executions allowed = executions_of(program);
  for (const std::vector<std::uint8_t>& creation : creation_orders(program)) {
    const std::string text = difference(allowed, search(program, creation));
    if (text.empty()) continue;
    std::string order;
    for (const std::uint8_t thread : creation) order += " " + std::to_string(thread);
    return "threads created as" + order + "\n" + text;
  }
  return "";
}

std::string explain_difference(const Program& program) {
  std::string text = difference(program);
  if (text.empty()) return "";
  const Program smallest =
      shrink(program, [](const Program& smaller) { return !difference(smaller).empty(); });
  text = "program " + to_text(program) + "\n" + text;
  if (smallest == program) return text + "Nothing can be taken from it.\n";
  return text + "smallest " + to_text(smallest) + "\n" + difference(smallest);
}

}  // namespace tidemark::oracle
