// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/consistency.hpp"

#include "tidemark/sim/graph/storage.hpp"
#include "tidemark/sim/memory/atomic.hpp"

namespace tidemark::sim::graph {

namespace {

using Word = std::uint64_t;

// Scratch space, reserved once.
struct Scratch {
  EventId* order = nullptr;         // the seq_cst events
  Word* targets = nullptr;          // per event: SC events it is, or happens before as a fence
  Word* rows = nullptr;             // per SC event: what it is ordered before
  Word* from = nullptr;             // per event: SC events reached by one scb step
  EventId* other_after = nullptr;   // next event of the thread with another location
  EventId* other_before = nullptr;  // the one before
  std::uint32_t* counts = nullptr;
};
Scratch scratch;
std::size_t scratch_words = 0;

void need_scratch(std::size_t events, std::size_t words) {
  if (scratch.order == nullptr) {
    scratch.order = reserve<EventId>(kEventsMax);
    scratch.other_after = reserve<EventId>(kEventsMax);
    scratch.other_before = reserve<EventId>(kEventsMax);
    scratch.counts = reserve<std::uint32_t>(kEventsMax);
  }
  if (events * words > scratch_words) {
    scratch_words = 2 * events * words + 4096;
    scratch.targets = reserve<Word>(scratch_words);
    scratch.rows = reserve<Word>(scratch_words);
    scratch.from = reserve<Word>(scratch_words);
  }
}

bool is_seq_cst(const Event& event) {
  return (event.is_access() || event.kind == EventKind::fence) &&
         static_cast<memory::Order>(event.order) == memory::Order::seq_cst;
}

bool is_fence(const Event& event) { return event.kind == EventKind::fence; }

// Whether the walk has passed the creation of a thread.
bool is_created(const Graph& graph, std::uint32_t thread, const EventId* at) {
  const EventId created = graph.thread(thread).created_by;
  if (created == kNoEvent) return true;
  const EventId creator = at[graph.at(created).thread];
  return creator == kNoEvent || graph.at(creator).index > graph.at(created).index;
}

// All accesses are seq_cst and there is no fence: psc is acyclic if and only if program order,
// reads-from, modification order and from-reads together are. Takes events as an interleaving
// would, until none is left or none can go.
bool is_interleaving(Graph& graph) {
  std::uint32_t* pending = scratch.counts;  // readers of a write yet to come
  EventId at[kThreadsMax];
  const EventId size = graph.size();
  const std::uint32_t locations_used = graph.locations_used();
  // Writes done, and readers of the initial value yet to come, per location: behind the events.
  std::uint32_t* done = scratch.other_after;
  std::uint32_t* initial = scratch.other_before;
  for (std::uint32_t i = 0; i < locations_used; ++i) done[i] = initial[i] = 0;
  for (EventId id = 0; id < size; ++id) pending[id] = 0;
  for (EventId id = 0; id < size; ++id) {
    const Event& event = graph.at(id);
    if (event.kind != EventKind::read) continue;
    ++(event.source == kInitial ? initial[event.location] : pending[event.source]);
  }
  for (std::uint32_t t = 0; t < graph.lanes(); ++t) at[t] = graph.thread(t).first;
  EventId left = size;
  for (bool moved = true; left > 0 && moved;) {
    moved = false;
    for (std::uint32_t t = 0; t < graph.lanes(); ++t) {
      for (; at[t] != kNoEvent; at[t] = graph.at(at[t]).next) {
        const Event& event = graph.at(at[t]);
        if (event.index == 0 && !is_created(graph, t, at)) break;
        if (event.kind == EventKind::read) {
          if (done[event.location] != graph.place_of(event.source)) break;
          --(event.source == kInitial ? initial[event.location] : pending[event.source]);
        } else if (event.kind == EventKind::write) {
          if (done[event.location] != event.position) break;
          const EventId before = graph.write_at(event.location, event.position);
          if ((before == kInitial ? initial[event.location] : pending[before]) != 0) break;
          ++done[event.location];
        } else if (event.kind == EventKind::join && at[event.partner] != kNoEvent) {
          break;
        }
        --left;
        moved = true;
      }
    }
  }
  return left == 0;
}

// The general axiom, by bit rows over the seq_cst events.
class Axiom {
 public:
  explicit Axiom(Graph& graph) : graph_(graph) {}

  bool holds() {
    collect();
    fill_steps();
    return is_acyclic();
  }

 private:
  bool before(EventId a, EventId b) const {
    return a != b && graph_.covers(graph_.before(b), graph_.at(a));
  }
  bool in_program_order(const Event& a, const Event& b) const {
    return a.thread == b.thread && a.index < b.index;
  }
  // Place among the writes and readers of a location: eco is "smaller than", but for two readers.
  std::uint32_t rank(const Event& event) const {
    return event.kind == EventKind::write ? 2 * (event.position + 1)
                                          : 2 * graph_.place_of(event.source) + 1;
  }
  bool same_location(const Event& a, const Event& b) const {
    return a.is_access() && b.is_access() && a.location == b.location;
  }

  void collect() {
    const EventId size = graph_.size();
    for (EventId id = 0; id < size; ++id) {
      if (is_seq_cst(graph_.at(id))) scratch.order[count_++] = id;
    }
    words_ = (count_ + 63) / 64;
    need_scratch(size, words_);
    for (EventId id = 0; id < size; ++id) {
      Word* targets = scratch.targets + std::size_t{id} * words_;
      for (std::uint32_t w = 0; w < words_; ++w) targets[w] = 0;
      for (std::uint32_t j = 0; j < count_; ++j) {
        const EventId other = scratch.order[j];
        if (other == id || (is_fence(graph_.at(other)) && before(id, other))) {
          targets[j / 64] |= Word{1} << (j % 64);
        }
      }
      find_neighbours(id);
    }
  }

  void find_neighbours(EventId id) {
    const Event& event = graph_.at(id);
    const bool everything = !event.is_access();
    const auto differs = [&](EventId other) {
      return everything || !same_location(event, graph_.at(other));
    };
    EventId after = event.next;
    while (after != kNoEvent && !differs(after)) after = graph_.at(after).next;
    EventId earlier = event.previous;
    while (earlier != kNoEvent && !differs(earlier)) earlier = graph_.at(earlier).previous;
    scratch.other_after[id] = after;
    scratch.other_before[id] = earlier;
  }

  // scb = po ∪ (po≠loc ; hb ; po≠loc) ∪ hb|loc ∪ mo ∪ fr
  bool steps(EventId p, EventId q) const {
    if (p == q) return false;
    const Event& a = graph_.at(p);
    const Event& b = graph_.at(q);
    if (in_program_order(a, b)) return true;
    if (same_location(a, b)) {
      if (before(p, q)) return true;
      if (b.kind == EventKind::write && rank(a) < rank(b)) return true;
    }
    return leads(scratch.other_after[p], a.thread, scratch.other_before[q], b.thread);
  }

  // hb from an event to another. None stands for the end of its thread, or for the beginning: these
  // are events of the model though not of the graph.
  bool leads(EventId after, std::uint32_t thread, EventId earlier, std::uint32_t other) const {
    if (after != kNoEvent && after == earlier) return false;
    const EventId seen_by = earlier != kNoEvent ? earlier : graph_.thread(other).created_by;
    if (seen_by == kNoEvent) return false;
    const Tick* seen = graph_.before(seen_by);
    if (after != kNoEvent) return graph_.covers(seen, graph_.at(after));
    return seen[thread] > graph_.thread(thread).count;
  }

  // Whether an event may stand at the left end: it is seq_cst, or a seq_cst fence comes before it.
  bool begins(EventId id) const {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const EventId sc = scratch.order[i];
      if (sc == id || (is_fence(graph_.at(sc)) && before(sc, id))) return true;
    }
    return false;
  }

  void add_targets(Word* row, EventId id) const {
    const Word* targets = scratch.targets + std::size_t{id} * words_;
    for (std::uint32_t w = 0; w < words_; ++w) row[w] |= targets[w];
  }

  bool has_target(EventId id) const {
    const Word* targets = scratch.targets + std::size_t{id} * words_;
    for (std::uint32_t w = 0; w < words_; ++w) {
      if (targets[w] != 0) return true;
    }
    return false;
  }

  void fill_steps() {
    const EventId size = graph_.size();
    for (EventId p = 0; p < size; ++p) {
      Word* from = scratch.from + std::size_t{p} * words_;
      for (std::uint32_t w = 0; w < words_; ++w) from[w] = 0;
      if (!begins(p)) continue;
      for (EventId q = 0; q < size; ++q) {
        if (has_target(q) && steps(p, q)) add_targets(from, q);
      }
    }
    for (std::uint32_t i = 0; i < count_; ++i) {
      const EventId sc = scratch.order[i];
      const bool fence = is_fence(graph_.at(sc));
      Word* row = scratch.rows + std::size_t{i} * words_;
      for (std::uint32_t w = 0; w < words_; ++w) {
        row[w] = scratch.from[std::size_t{sc} * words_ + w];
      }
      if (!fence) continue;
      for (EventId p = 0; p < size; ++p) {
        if (!before(sc, p)) continue;
        for (std::uint32_t w = 0; w < words_; ++w) {
          row[w] |= scratch.from[std::size_t{p} * words_ + w];
        }
        add_fence_orders(row, p);
      }
    }
  }

  // psc_F: fences ordered by hb, or by hb ; eco ; hb. `p` happens after the fence of the row.
  void add_fence_orders(Word* row, EventId p) const {
    const Event& event = graph_.at(p);
    for (std::uint32_t j = 0; j < count_; ++j) {
      const EventId other = scratch.order[j];
      if (other == p && is_fence(event)) row[j / 64] |= Word{1} << (j % 64);
    }
    if (!event.is_access()) return;
    for (EventId d = 0; d < graph_.size(); ++d) {
      const Event& later = graph_.at(d);
      if (!same_location(event, later) || rank(event) >= rank(later)) continue;
      const Word* targets = scratch.targets + std::size_t{d} * words_;
      for (std::uint32_t j = 0; j < count_; ++j) {
        if (scratch.order[j] != d && ((targets[j / 64] >> (j % 64)) & 1) != 0) {
          row[j / 64] |= Word{1} << (j % 64);
        }
      }
    }
  }

  bool is_acyclic() {
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Word* through = scratch.rows + std::size_t{k} * words_;
      for (std::uint32_t i = 0; i < count_; ++i) {
        Word* row = scratch.rows + std::size_t{i} * words_;
        if (((row[k / 64] >> (k % 64)) & 1) == 0) continue;
        for (std::uint32_t w = 0; w < words_; ++w) row[w] |= through[w];
      }
    }
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (((scratch.rows[std::size_t{i} * words_ + i / 64] >> (i % 64)) & 1) != 0) return false;
    }
    return true;
  }

  Graph& graph_;
  std::uint32_t count_ = 0;
  std::uint32_t words_ = 0;
};

}  // namespace

bool is_sc_consistent(Graph& graph) {
  if (graph.seq_cst_events() < 2) return true;
  need_scratch(graph.size(), 1);
  if (graph.mixed_events() == 0) return is_interleaving(graph);
  return Axiom(graph).holds();
}

}  // namespace tidemark::sim::graph
