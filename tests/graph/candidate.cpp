// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/candidate.hpp"

namespace tidemark::oracle {
namespace {

// "1.0" is the first event of thread 1.
std::vector<std::string> names(const Candidate& graph) {
  std::array<int, kThreadsMax> counts{};
  std::vector<std::string> result;
  for (const Event& event : graph.events) {
    if (event.thread < 0) {
      result.emplace_back("initial");
      continue;
    }
    int& count = counts[static_cast<std::size_t>(event.thread)];
    result.push_back(std::to_string(event.thread) + "." + std::to_string(count++));
  }
  return result;
}

const char* word_of(const Event& event) {
  const bool mutex = event.place >= kLocations;
  switch (event.kind) {
    case Event::Kind::write: return mutex ? "unlock" : "store";
    case Event::Kind::read: return mutex ? "fails to lock" : "load";
    case Event::Kind::update: return mutex ? "lock" : "update";
    case Event::Kind::fence: return "fence";
  }
  return "";
}

// Consume is acquire to every compiler, and to the model. A mutex has no orders of its own.
std::string describe(const Event& event, const std::vector<std::string>& names) {
  std::string text = word_of(event);
  if (event.accesses()) text += std::string(" ") + name_of(event.place);
  if (!event.accesses() || event.place < kLocations) {
    text += std::string(" ") + name_of(event.order == consume ? acquire : event.order);
  }
  if (event.reads()) {
    if (event.place < kLocations) text += " " + std::to_string(event.read);
    text += " from " + names[event.source];
  }
  if (event.writes() && event.place < kLocations) text += " := " + std::to_string(event.written);
  return text;
}

}  // namespace

Candidate empty_candidate() {
  Candidate graph;
  for (std::uint8_t place = 0; place < kPlaces; ++place) {
    graph.modifications[place] = {graph.events.size()};
    graph.events.push_back({.place = place});
  }
  return graph;
}

std::string to_text(const Candidate& graph) {
  const std::vector<std::string> event_names = names(graph);
  std::array<std::string, kThreadsMax> threads;
  for (const Event& event : graph.events) {
    if (event.thread < 0) continue;
    std::string& text = threads[static_cast<std::size_t>(event.thread)];
    if (!text.empty()) text += ", ";
    text += describe(event, event_names);
  }
  std::string text;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (!threads[t].empty()) text += "  " + std::to_string(t) + ": " + threads[t] + "\n";
  }
  for (std::uint8_t place = 0; place < kPlaces; ++place) {
    const std::vector<std::size_t>& order = graph.modifications[place];
    if (order.size() < 3) continue;  // one way only
    text += std::string("  ") + name_of(place) + ":";
    for (std::size_t i = 1; i < order.size(); ++i) text += " " + event_names[order[i]];
    text += "\n";
  }
  return text;
}

}  // namespace tidemark::oracle
