// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/seen.hpp"

namespace tidemark::oracle {
namespace {

// Follows one thread of a program along its events.
class Follower {
 public:
  explicit Follower(const Thread& thread) : thread_(thread) {}

  // Whether the event is a round of an await after which another comes.
  bool fails(const Event& event) {
    while (at_ < thread_.size() && thread_[at_].action == Action::skip) {
      const Operation& skip = thread_[at_];
      const bool equal = registers_[skip.result] == skip.value;
      at_ += 1 + (equal == skip.if_equal ? skip.skipped : 0U);
    }
    if (at_ == thread_.size()) return false;
    const Operation& op = thread_[at_];
    if (op.action == Action::await && event.read != op.value) return true;
    if (event.reads() && op.action != Action::lock) registers_[op.result] = event.read;
    ++at_;
    return false;
  }

 private:
  const Thread& thread_;
  std::size_t at_ = 0;
  std::array<int, kRegisters> registers_{};
};

}  // namespace

Candidate without_failed_rounds(const Candidate& graph, const Program& program) {
  std::vector<Follower> threads(program.threads.begin(), program.threads.end());
  std::vector<std::size_t> number(graph.events.size());
  Candidate kept;
  for (std::size_t e = 0; e < graph.events.size(); ++e) {
    const Event& event = graph.events[e];
    number[e] = kept.events.size();
    const bool initial = event.thread < 0;
    if (!initial && threads[static_cast<std::size_t>(event.thread)].fails(event)) continue;
    kept.events.push_back(event);
  }
  for (Event& event : kept.events) event.source = number[event.source];
  for (std::size_t place = 0; place < kPlaces; ++place) {
    for (const std::size_t e : graph.modifications[place]) {
      kept.modifications[place].push_back(number[e]);
    }
  }
  return kept;
}

}  // namespace tidemark::oracle
