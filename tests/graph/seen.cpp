// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/seen.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "tidemark/sim/graph/search.hpp"
#include "tidemark/tests/graph/guest/interpreter.hpp"

namespace tidemark::oracle {
namespace {

using sim::graph::EventKind;
using sim::graph::EventView;

constexpr std::size_t kSeenMax = 256;

std::uint8_t place_at(std::uintptr_t address) {
  static const auto kAddresses = guest::addresses();
  const auto* const found = std::find(kAddresses.begin(), kAddresses.end(), address);
  if (found == kAddresses.end()) throw std::logic_error("an event on a place of no program");
  return static_cast<std::uint8_t>(found - kAddresses.begin());
}

Event event_of(const EventView& view, int thread) {
  Event event{.thread = thread, .order = static_cast<Order>(view.order)};
  switch (view.kind) {
    case EventKind::fence: event.kind = Event::Kind::fence; return event;
    case EventKind::read: event.kind = Event::Kind::read; break;
    case EventKind::write: event.kind = Event::Kind::write; break;
    default: throw std::logic_error("a kind of event that no thread of a program has");
  }
  event.place = place_at(view.address);
  const int value = static_cast<int>(static_cast<std::uint32_t>(view.value));
  (event.kind == Event::Kind::read ? event.read : event.written) = value;
  return event;
}

// Translates the events one after another, then what refers to others.
class Translation {
 public:
  explicit Translation(const std::vector<std::uint8_t>& creation) : creation_(creation) {}

  Candidate run() {
    for (const EventView& view : views_) {
      if (view.thread == 0) continue;
      add(view);
    }
    for (const EventView& view : views_) {
      if (view.thread == 0 || view.kind != EventKind::read) continue;
      Event& reader = graph_.events[number_.at({view.thread, view.index})];
      reader.source = view.source_thread < 0 ? reader.place
                                             : number_.at({view.source_thread, view.source_index});
    }
    for (const auto& [where, event] : modifications_) {
      graph_.modifications[where.first].push_back(event);
    }
    return std::move(graph_);
  }

 private:
  void add(const EventView& view) {
    const bool second_half = view.kind == EventKind::write && view.read_modify_write;
    if (second_half) {
      Event& update = graph_.events.back();
      update.kind = Event::Kind::update;
      update.written = static_cast<int>(static_cast<std::uint32_t>(view.value));
    } else {
      graph_.events.push_back(event_of(view, creation_.at(view.thread - 1U)));
    }
    const std::size_t event = graph_.events.size() - 1;
    number_[{view.thread, view.index}] = event;
    if (view.kind != EventKind::write) return;
    if (!modifications_.try_emplace({place_at(view.address), view.position}, event).second) {
      throw std::logic_error("two writes at one place of a modification order");
    }
  }

  const std::vector<std::uint8_t>& creation_;
  const std::vector<EventView> views_ = seen_events();
  Candidate graph_ = empty_candidate();
  std::map<std::pair<std::int32_t, std::uint32_t>, std::size_t> number_;
  std::map<std::pair<std::uint8_t, std::uint32_t>, std::size_t> modifications_;
};

}  // namespace

std::vector<EventView> seen_events() {
  std::vector<EventView> events(kSeenMax);
  const std::size_t count = sim::graph::events(events.data(), events.size());
  if (count > events.size()) throw std::logic_error("a graph with more events than a program has");
  events.resize(count);
  // What a thread waits for in vain has not happened.
  std::erase_if(events, [](const EventView& view) { return view.waits; });
  // Halves of a read-modify-write become neighbours.
  std::sort(events.begin(), events.end(), [](const EventView& a, const EventView& b) {
    return std::pair(a.thread, a.index) < std::pair(b.thread, b.index);
  });
  return events;
}

Candidate seen_graph(const std::vector<std::uint8_t>& creation) {
  return Translation(creation).run();
}

}  // namespace tidemark::oracle
