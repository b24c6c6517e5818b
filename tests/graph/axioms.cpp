// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/axioms.hpp"

namespace tidemark::oracle {
namespace {

bool is_release(Order order) { return order == release || order == acq_rel || order == seq_cst; }
bool is_acquire(Order order) { return order != relaxed && order != release; }

Relation order_of_threads(const Candidate& graph) {
  Relation result(graph.events.size());
  for (std::size_t a = 0; a < graph.events.size(); ++a) {
    for (std::size_t b = a + 1; b < graph.events.size(); ++b) {
      const int earlier = graph.events[a].thread;
      const int later = graph.events[b].thread;
      if (later >= 0 && (earlier < 0 || earlier == later)) result.insert(a, b);
    }
  }
  return result;
}

Relation sources_of(const Candidate& graph) {
  Relation result(graph.events.size());
  for (std::size_t e = 0; e < graph.events.size(); ++e) {
    if (graph.events[e].reads()) result.insert(graph.events[e].source, e);
  }
  return result;
}

// sw: from a release write, or a release fence before a write, along that write's release sequence
// to an acquire read, or an acquire fence after a read. A release sequence is the write and the
// read-modify-writes that read it, one from another; a plain store ends it.
Relation synchronizes(const Skeleton& of) {
  const std::size_t events = of.program_order.events();
  const Relation sequence = of.reads_from.within(of.writes, of.updates).closure().or_same();
  const Relation releasing = Relation::identity(events, of.releases & of.writes) |
                             of.program_order.within(of.releases & of.fences, of.writes);
  const Relation acquiring = Relation::identity(events, of.acquires & of.reads) |
                             of.program_order.within(of.reads, of.acquires & of.fences);
  return releasing.then(sequence).then(of.reads_from).then(acquiring);
}

// mo, of one place or of all.
void add_modifications(Relation& into, const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) into.insert(order[i], order[j]);
  }
}

Relation modification_order(const Candidate& graph) {
  Relation result(graph.events.size());
  for (const auto& order : graph.modifications) add_modifications(result, order);
  return result;
}

// fr: from a read to the writes after the one that it reads.
Relation from_reads(const Relation& reads_from, const Relation& modifications) {
  return reads_from.inverse().then(modifications).distinct();
}

}  // namespace

Skeleton::Skeleton(const Candidate& graph)
    : of_place(kPlaces),
      program_order(order_of_threads(graph)),
      reads_from(sources_of(graph)),
      happens_before(graph.events.size()) {
  for (std::size_t e = 0; e < graph.events.size(); ++e) {
    const Event& event = graph.events[e];
    if (event.writes()) writes |= one(e);
    if (event.reads()) reads |= one(e);
    if (event.kind == Event::Kind::update) updates |= one(e);
    if (event.accesses()) accesses |= one(e);
    if (!event.accesses()) fences |= one(e);
    if (event.accesses()) of_place[event.place] |= one(e);
    if (is_release(event.order)) releases |= one(e);
    if (is_acquire(event.order)) acquires |= one(e);
    if (event.order == seq_cst) seq_csts |= one(e);
  }
  happens_before = (program_order | synchronizes(*this)).closure();
}

bool is_coherent(const Candidate& graph, const Skeleton& skeleton, std::size_t place) {
  const Set here = skeleton.of_place[place];
  const Relation reads_from = skeleton.reads_from.within(here, here);
  Relation modifications(graph.events.size());
  add_modifications(modifications, graph.modifications[place]);
  const Relation reads_before = from_reads(reads_from, modifications);
  const Relation extended = (reads_from | modifications | reads_before).closure();
  const Relation& before = skeleton.happens_before;
  return before.is_irreflexive() && before.then(extended.or_same()).is_irreflexive() &&
         extended.is_irreflexive() &&
         // ATOMICITY: nothing is between what an update reads and the update.
         reads_before.then(modifications).is_irreflexive();
}

bool is_sc_consistent(const Candidate& graph, const Skeleton& skeleton) {
  const std::size_t events = graph.events.size();
  const Relation& po = skeleton.program_order;
  const Relation& hb = skeleton.happens_before;
  const Relation mo = modification_order(graph);
  const Relation fr = from_reads(skeleton.reads_from, mo);
  const Relation eco = (skeleton.reads_from | mo | fr).closure();

  Relation hb_same(events);
  Relation po_other(events);
  for (std::size_t e = 0; e < events; ++e) {
    const Event& event = graph.events[e];
    const Set same = event.accesses() ? skeleton.of_place[event.place] : Set{0};
    hb_same = hb_same | hb.within(one(e), same);
    po_other = po_other | po.within(one(e), ~same);
  }
  const Relation scb = po | po_other.then(hb).then(po_other) | hb_same | mo | fr;

  const Relation sc = Relation::identity(events, skeleton.seq_csts);
  const Relation sc_fences = Relation::identity(events, skeleton.seq_csts & skeleton.fences);
  const Relation left = sc | sc_fences.then(hb.or_same());
  const Relation right = sc | hb.or_same().then(sc_fences);
  const Relation psc_base = left.then(scb).then(right);
  const Relation psc_fences = sc_fences.then(hb | hb.then(eco).then(hb)).then(sc_fences);
  return (psc_base | psc_fences).is_acyclic();
}

bool is_consistent(const Candidate& graph) {
  const Skeleton skeleton(graph);
  for (std::size_t place = 0; place < kPlaces; ++place) {
    if (!is_coherent(graph, skeleton, place)) return false;
  }
  return is_sc_consistent(graph, skeleton);
}

bool is_interleaving(const Candidate& graph) {
  const Skeleton skeleton(graph);
  const Relation mo = modification_order(graph);
  const Relation fr = from_reads(skeleton.reads_from, mo);
  return (skeleton.program_order | skeleton.reads_from | mo | fr).is_acyclic();
}

bool is_store_order_execution_order(const Candidate& graph) {
  const Skeleton skeleton(graph);
  return (skeleton.program_order | skeleton.reads_from | modification_order(graph)).is_acyclic();
}

}  // namespace tidemark::oracle
