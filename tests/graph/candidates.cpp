// SPDX-License-Identifier: MIT
#include <array>

#include "tidemark/tests/graph/executions.hpp"

namespace tidemark::oracle {
namespace {

constexpr int kFree = 0;
constexpr int kHeld = 1;

// Where a thread stands.
struct Standing {
  std::size_t next = 0;  ///< operation
  std::array<int, kRegisters> registers{};
  std::size_t considered = 0;  ///< events that its next read has declined to read from
};

// Makes each candidate once, by one rule: the lowest thread that can go on does. A thread at a read
// considers the writes one after another, also those to come, and reads from it or declines; a read
// that has declined all there are waits for another. So for each graph there is exactly one series
// of answers, and a read never comes before its write.
class Walk {
 public:
  Walk(const Program& program, const Visitor& visit, std::size_t limit)
      : program_(program), visit_(visit), limit_(limit), standing_(program.threads.size()) {}

  std::size_t run() {
    go_on();
    return leaves_;
  }

 private:
  const Operation* operation(std::size_t thread) {
    Standing& at = standing_[thread];
    const Thread& operations = program_.threads[thread];
    while (at.next < operations.size() && operations[at.next].action == Action::skip) {
      const Operation& skip = operations[at.next];
      const bool equal = at.registers[skip.result] == skip.value;
      at.next += 1 + (equal == skip.if_equal ? skip.skipped : 0U);
    }
    return at.next < operations.size() ? &operations[at.next] : nullptr;
  }

  void go_on() {
    if (leaves_ >= limit_) return;
    bool finished = true;
    for (std::size_t thread = 0; thread < standing_.size(); ++thread) {
      const Operation* op = operation(thread);
      if (op == nullptr) continue;
      finished = false;
      if (!does_read(*op)) return write_or_fence(thread, *op);
      if (consider(thread, *op)) return;
    }
    ++leaves_;
    if (finished) return visit_(graph_, false);
    if (is_deadlock()) visit_(graph_, true);
  }

  static bool does_read(const Operation& op) {
    return op.action != Action::store && op.action != Action::fence && op.action != Action::unlock;
  }

  void write_or_fence(std::size_t thread, const Operation& op) {
    Event event{.kind = Event::Kind::write,
                .thread = static_cast<int>(thread),
                .place = op.place,
                .order = op.order,
                .written = op.value};
    if (op.action == Action::fence) event.kind = Event::Kind::fence;
    if (op.action == Action::unlock) {
      event.order = release;
      event.written = kFree;
    }
    happen(thread, event);
  }

  // Takes up the next write that a thread's read has not considered; false where there is none.
  bool consider(std::size_t thread, const Operation& op) {
    const std::size_t before = standing_[thread].considered;
    std::size_t source = before;
    while (source < graph_.events.size() && !is_write_of(graph_.events[source], op.place)) ++source;
    if (source == graph_.events.size()) return false;
    const Event event = reading(thread, op, source);
    if (can_read(op, event)) happen(thread, event);
    standing_[thread].considered = source + 1;
    go_on();
    standing_[thread].considered = before;
    return true;
  }

  static bool is_write_of(const Event& event, std::uint8_t place) {
    return event.writes() && event.place == place;
  }

  Event reading(std::size_t thread, const Operation& op, std::size_t source) const {
    const int value = graph_.events[source].written;
    Event event{.kind = Event::Kind::update,
                .thread = static_cast<int>(thread),
                .place = op.place,
                .order = op.order,
                .read = value,
                .written = op.value,
                .source = source};
    if (op.action == Action::fetch_add) event.written = value + op.value;
    if (op.action == Action::lock) {
      event.order = acquire;
      event.written = kHeld;
    }
    const bool fails = op.action == Action::compare_exchange && value != op.expected;
    if (op.action == Action::load || op.action == Action::await || fails) {
      event.kind = Event::Kind::read;
      event.order = fails ? op.failure : op.order;
      event.written = 0;
    }
    return event;
  }

  // ATOMICITY, as early as it shows; and a lock waits until its mutex is free. Of an await there is
  // its last round only.
  bool can_read(const Operation& op, const Event& event) const {
    if (op.action == Action::lock && event.read != kFree) return false;
    if (op.action == Action::await && event.read != op.value) return false;
    return !event.writes() || !is_updated(event.source);
  }

  bool is_updated(std::size_t source) const {
    for (const Event& event : graph_.events) {
      if (event.kind == Event::Kind::update && event.source == source) return true;
    }
    return false;
  }

  void happen(std::size_t thread, const Event& event) {
    const Standing before = standing_[thread];
    Standing& at = standing_[thread];
    const Operation& op = program_.threads[thread][at.next];
    if (event.reads() && op.action != Action::lock) at.registers[op.result] = event.read;
    ++at.next;
    at.considered = 0;
    graph_.events.push_back(event);
    go_on();
    graph_.events.pop_back();
    standing_[thread] = before;
  }

  // All that have not ended are at mutexes, and none of these is free. Else a read waits for a
  // write that never comes: no graph.
  bool is_deadlock() {
    for (std::size_t thread = 0; thread < standing_.size(); ++thread) {
      const Operation* op = operation(thread);
      if (op == nullptr) continue;
      if (op->action != Action::lock) return false;
      for (std::size_t e = 0; e < graph_.events.size(); ++e) {
        const Event& event = graph_.events[e];
        const bool free = is_write_of(event, op->place) && event.written == kFree;
        if (free && !is_updated(e)) return false;
      }
    }
    return true;
  }

  const Program& program_;
  const Visitor& visit_;
  const std::size_t limit_;
  std::size_t leaves_ = 0;
  std::vector<Standing> standing_;
  Candidate graph_ = empty_candidate();
};

}  // namespace

void for_each_candidate(const Program& program, const Visitor& visit) {
  Walk(program, visit, ~std::size_t{0}).run();
}

std::size_t candidates_of(const Program& program, std::size_t limit) {
  return Walk(program, [](const Candidate&, bool) {}, limit).run();
}

}  // namespace tidemark::oracle
