// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/seen_graphs.hpp"

#include "tidemark/sim/graph/storage.hpp"

namespace tidemark::sim::graph {

namespace {

constexpr std::size_t kSlots = std::size_t{1} << 24;
constexpr std::size_t kSeenMax = kSlots / 2;

std::uint64_t* slots = nullptr;  ///< hashes; 0 is free
std::uint64_t* order = nullptr;  ///< the slots in use, to free them
std::size_t count = 0;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0xD6E8FEB86659FD93ull;
  return hash ^ (hash >> 32);
}

// An event by its thread and its place there: ids depend on the order of addition.
std::uint64_t name_of(const Graph& graph, EventId id) {
  if (id == kInitial) return 0;
  const Event& event = graph.at(id);
  return (std::uint64_t{event.thread} << 32 | event.index) + 1;
}

std::uint64_t hash_of(const Graph& graph) {
  std::uint64_t hash = 0;
  for (std::uint32_t t = 0; t < graph.lanes(); ++t) {
    hash = mixed(hash, graph.thread(t).count);
    for (EventId id = graph.thread(t).first; id != kNoEvent; id = graph.at(id).next) {
      const Event& event = graph.at(id);
      hash = mixed(hash, static_cast<std::uint64_t>(event.kind) << 32 | event.location);
      if (event.kind == EventKind::read) hash = mixed(hash, name_of(graph, event.source));
      if (event.kind == EventKind::choice) hash = mixed(hash, event.value);
    }
  }
  for (LocationId location = 0; location < graph.locations_used(); ++location) {
    for (std::uint32_t place = 1; place <= graph.writes(location); ++place) {
      hash = mixed(hash, name_of(graph, graph.write_at(location, place)));
    }
  }
  return hash | 1;
}

}  // namespace

bool is_seen_again(const Graph& graph) {
  if (slots == nullptr) {
    slots = reserve<std::uint64_t>(kSlots);
    order = reserve<std::uint64_t>(kSeenMax);
  }
  const std::uint64_t hash = hash_of(graph);
  std::size_t at = hash % kSlots;
  for (; slots[at] != 0; at = (at + 1) % kSlots) {
    if (slots[at] == hash) return true;
  }
  if (count < kSeenMax) {
    slots[at] = hash;
    order[count++] = at;
  }
  return false;
}

void forget_seen_graphs() {
  while (count > 0) slots[order[--count]] = 0;
}

}  // namespace tidemark::sim::graph
