// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/shrink.hpp"

#include <algorithm>

namespace tidemark::oracle {
namespace {

using Smaller = std::vector<Program>;

void without_a_thread(const Program& program, Smaller& into) {
  if (program.threads.size() == 1) return;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    into.push_back(program);
    into.back().threads.erase(into.back().threads.begin() + static_cast<std::ptrdiff_t>(t));
  }
}

// Skips before it that reach over it become shorter.
void erase(Thread& thread, std::size_t at) {
  for (std::size_t i = 0; i < at; ++i) {
    const bool skips_it = thread[i].action == Action::skip && i + thread[i].skipped >= at;
    if (skips_it) --thread[i].skipped;
  }
  thread.erase(thread.begin() + static_cast<std::ptrdiff_t>(at));
}

std::size_t unlock_of(const Thread& thread, std::size_t locked) {
  std::size_t at = locked + 1;
  while (at < thread.size() &&
         (thread[at].action != Action::unlock || thread[at].place != thread[locked].place)) {
    ++at;
  }
  return at;
}

void without_an_operation(const Program& program, Smaller& into) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    for (std::size_t i = 0; i < thread.size(); ++i) {
      if (thread[i].action == Action::unlock) continue;  // goes with its lock
      into.push_back(program);
      Thread& smaller = into.back().threads[t];
      const std::size_t other =
          thread[i].action == Action::lock ? unlock_of(thread, i) : thread.size();
      if (other < thread.size()) erase(smaller, other);
      erase(smaller, i);
    }
  }
}

// Plainer operations of the same kind: weaker orders, smaller values.
std::vector<Operation> plainer(const Operation& op) {
  std::vector<Operation> result;
  const auto with = [&](auto change) {
    Operation other = op;
    change(other);
    if (!(other == op)) result.push_back(other);
  };
  if (!is_access(op.action)) return result;
  with([](Operation& o) { o.order = relaxed; });
  with([](Operation& o) { o.failure = relaxed; });
  if (op.action == Action::compare_exchange || op.action == Action::exchange) {
    with([](Operation& o) {
      o.action = Action::fetch_add;
      o.failure = relaxed;
      o.expected = 0;
    });
  }
  if (op.action == Action::await) {
    with([](Operation& o) {
      o.action = Action::load;
      o.value = 0;
    });
  }
  if (op.action == Action::fetch_add || op.action == Action::store) {
    with([](Operation& o) { o.value = std::min(o.value, 1); });
  }
  return result;
}

void with_a_plainer_operation(const Program& program, Smaller& into) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
      for (const Operation& op : plainer(program.threads[t][i])) {
        into.push_back(program);
        into.back().threads[t][i] = op;
      }
    }
  }
}

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& fails) {
  for (;;) {
    Smaller candidates;
    without_a_thread(program, candidates);
    without_an_operation(program, candidates);
    with_a_plainer_operation(program, candidates);
    const auto next = std::find_if(candidates.begin(), candidates.end(), [&](const Program& each) {
      return is_well_locked(each) && fails(each);
    });
    if (next == candidates.end()) return program;
    program = *next;
  }
}

}  // namespace tidemark::oracle
