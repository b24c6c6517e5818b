// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/schedules.hpp"

#include <algorithm>
#include <array>

namespace tidemark::oracle {
namespace {

constexpr std::size_t kNobody = kThreadsMax;

enum class Phase : std::uint8_t {
  running,
  enlisted,  ///< waits to be notified
  notified,  ///< wants the mutex back
};

struct Standing {
  std::size_t next = 0;  ///< operation
  std::size_t done = 0;  ///< events, to name the next one
  Phase phase = Phase::running;
};

struct State {
  std::array<Standing, kThreadsMax> threads;
  std::array<int, kLocations> values{};
  std::size_t owner = kNobody;
  Class made;  ///< as far as it is known
};

class Scheduler {
 public:
  Scheduler(const Program& program, std::size_t limit) : program_(program), limit_(limit) {}

  Classes run() {
    go_on(State{});
    return std::move(classes_);
  }

 private:
  const Operation* operation(const State& state, std::size_t thread) const {
    const Thread& operations = program_.threads[thread];
    const std::size_t next = state.threads[thread].next;
    return next < operations.size() ? &operations[next] : nullptr;
  }

  static std::string name(State& state, std::size_t thread) {
    return " " + std::to_string(thread) + "." + std::to_string(state.threads[thread].done++);
  }

  void go_on(State state) {
    if (classes_.schedules >= limit_) return;
    // What only the thread itself can notice, and giving the mutex back, need no schedules.
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      while (does_alone(state, thread)) {
      }
    }
    bool moved = false;
    bool ended = true;
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      const Operation* op = operation(state, thread);
      if (op == nullptr) continue;
      ended = false;
      moved = moves(state, thread, *op) || moved;
    }
    if (moved) return;
    ++classes_.schedules;
    (ended ? classes_.complete : classes_.deadlocked).insert(state.made.to_text());
  }

  bool does_alone(State& state, std::size_t thread) {
    const Operation* op = operation(state, thread);
    if (op == nullptr || state.owner != thread) return false;
    Standing& at = state.threads[thread];
    int& value = state.values[op->place < kLocations ? op->place : x];
    switch (op->action) {
      case Action::store: value = op->value; break;
      case Action::fetch_add: value += op->value; break;
      case Action::unlock: state.owner = kNobody; break;
      case Action::wait:
        if ((value == op->value) == op->if_equal) return false;
        break;
      default: return false;
    }
    ++at.next;
    return true;
  }

  // Tries what a thread can do next that others may notice; false where it has to wait.
  bool moves(const State& before, std::size_t thread, const Operation& op) {
    const Phase phase = before.threads[thread].phase;
    if (op.action == Action::lock || phase == Phase::notified) return takes(before, thread);
    if (phase == Phase::enlisted) return false;
    if (op.action == Action::wait) return enlists(before, thread);
    return notifies(before, thread, op);
  }

  bool takes(const State& before, std::size_t thread) {
    if (before.owner != kNobody) return false;
    State state = before;
    Standing& at = state.threads[thread];
    state.made.taken += name(state, thread);
    state.owner = thread;
    if (at.phase == Phase::running) ++at.next;
    at.phase = Phase::running;  // a wait looks at its value again
    go_on(std::move(state));
    return true;
  }

  bool enlists(const State& before, std::size_t thread) {
    State state = before;
    state.made.waits(name(state, thread));
    state.threads[thread].phase = Phase::enlisted;
    state.owner = kNobody;
    go_on(std::move(state));
    return true;
  }

  bool notifies(const State& before, std::size_t thread, const Operation& op) {
    std::vector<std::size_t> waiters;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (before.threads[t].phase == Phase::enlisted) waiters.push_back(t);
    }
    State state = before;
    ++state.threads[thread].next;
    const std::string me = name(state, thread);
    if (waiters.empty()) {
      state.made.wakes_nobody(me, state.made.changes);
      go_on(std::move(state));
      return true;
    }
    if (op.action == Action::notify_all) {
      wake(std::move(state), me, waiters);
      return true;
    }
    for (const std::size_t waiter : waiters) wake(state, me, {waiter});
    return true;
  }

  void wake(State state, const std::string& by, const std::vector<std::size_t>& waiters) {
    state.made.wakes(by, waiters);
    for (const std::size_t waiter : waiters) state.threads[waiter].phase = Phase::notified;
    go_on(std::move(state));
  }

  const Program& program_;
  const std::size_t limit_;
  Classes classes_;
};

}  // namespace

void Class::waits(const std::string& event) {
  condition += event + " waits,";
  ++changes;
}

void Class::wakes(const std::string& event, const std::vector<std::size_t>& threads) {
  condition += event + " wakes";
  for (const std::size_t thread : threads) condition += " " + std::to_string(thread);
  condition += ",";
  ++changes;
}

void Class::wakes_nobody(const std::string& event, std::size_t after) {
  idle.insert(event + " after " + std::to_string(after));
}

std::string Class::to_text() const {
  std::string text = "  m:" + taken + "\n  condition:" + condition + "\n  idle:";
  for (const std::string& each : idle) text += each;
  return text + "\n";
}

Classes classes_of(const Program& program, std::size_t limit) {
  return Scheduler(program, limit).run();
}

}  // namespace tidemark::oracle
