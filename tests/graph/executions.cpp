// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/executions.hpp"

#include "tidemark/tests/graph/axioms.hpp"

namespace tidemark::oracle {
namespace {

using Order = std::vector<std::size_t>;

// Tries the modification orders of one candidate, place by place, since coherence is a matter of
// one place.
class Orders {
 public:
  Orders(const Candidate& graph, bool deadlocked, const Visitor& visit)
      : graph_(graph), skeleton_(graph), deadlocked_(deadlocked), visit_(visit) {}

  void run() {
    for (std::size_t place = 0; place < kPlaces; ++place) {
      coherent_[place].clear();
      graph_.modifications[place] = {place};  // the initial write
      extend(place);
      if (coherent_[place].empty()) return;
    }
    choose(0);
  }

 private:
  void extend(std::size_t place) {
    Order& order = graph_.modifications[place];
    bool all = true;
    for (std::size_t e = 0; e < graph_.events.size(); ++e) {
      const Event& event = graph_.events[e];
      if (!event.writes() || event.place != place || has(order, e)) continue;
      all = false;
      if (!can_come_next(order, e)) continue;
      order.push_back(e);
      extend(place);
      order.pop_back();
    }
    if (all && is_coherent(graph_, skeleton_, place)) coherent_[place].push_back(order);
  }

  // Nothing that coherence and atomicity would not forbid as well, long after.
  bool can_come_next(const Order& order, std::size_t event) const {
    const Event& newest = graph_.events[order.back()];
    for (std::size_t e = 0; e < graph_.events.size(); ++e) {
      const Event& other = graph_.events[e];
      if (!other.writes() || other.place != newest.place || has(order, e)) continue;
      if (skeleton_.happens_before.has(e, event)) return false;
      const bool updates_newest = other.kind == Event::Kind::update && other.source == order.back();
      if (updates_newest && e != event) return false;
    }
    return graph_.events[event].kind != Event::Kind::update ||
           graph_.events[event].source == order.back();
  }

  static bool has(const Order& order, std::size_t event) {
    for (const std::size_t e : order) {
      if (e == event) return true;
    }
    return false;
  }

  void choose(std::size_t place) {
    if (place == kPlaces) {
      if (is_sc_consistent(graph_, skeleton_)) visit_(graph_, deadlocked_);
      return;
    }
    for (const Order& order : coherent_[place]) {
      graph_.modifications[place] = order;
      choose(place + 1);
    }
  }

  Candidate graph_;
  const Skeleton skeleton_;
  const bool deadlocked_;
  const Visitor& visit_;
  std::array<std::vector<Order>, kPlaces> coherent_;
};

}  // namespace

void for_each_execution(const Program& program, const Visitor& visit) {
  for_each_candidate(program, [&visit](const Candidate& graph, bool deadlocked) {
    Orders(graph, deadlocked, visit).run();
  });
}

Executions executions_of(const Program& program) {
  Executions found;
  for_each_execution(program, [&found](const Candidate& graph, bool deadlocked) {
    ++found.visited;
    if (deadlocked) {
      found.deadlocked.insert(to_text(graph));
      return;
    }
    found.complete.insert(to_text(graph));
    if (is_interleaving(graph)) ++found.interleavings;
    if (is_store_order_execution_order(graph)) ++found.in_store_order;
  });
  return found;
}

}  // namespace tidemark::oracle
