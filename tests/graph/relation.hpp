// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tidemark::oracle {

/// Events by number, as bits.
using Set = std::uint64_t;
inline constexpr std::size_t kEventsMax = 64;

inline bool contains(Set set, std::size_t event) { return ((set >> event) & 1) != 0; }
inline Set one(std::size_t event) { return Set{1} << event; }

/// A binary relation over the events of one graph, so that axioms can be written as in papers.
class Relation {
 public:
  explicit Relation(std::size_t events) : events_(events) {}

  /// The pairs (e, e) of the events in a set.
  static Relation identity(std::size_t events, Set of) {
    Relation result(events);
    for (std::size_t e = 0; e < events; ++e) result.rows_[e] = of & one(e);
    return result;
  }

  std::size_t events() const { return events_; }
  void insert(std::size_t from, std::size_t to) { rows_[from] |= one(to); }
  bool has(std::size_t from, std::size_t to) const { return contains(rows_[from], to); }
  Set after(std::size_t from) const { return rows_[from]; }

  Relation operator|(const Relation& other) const {
    Relation result = *this;
    for (std::size_t e = 0; e < events_; ++e) result.rows_[e] |= other.rows_[e];
    return result;
  }

  /// Composition: first this, then the other.
  Relation then(const Relation& other) const {
    Relation result(events_);
    for (std::size_t e = 0; e < events_; ++e) {
      for (Set left = rows_[e]; left != 0; left &= left - 1) {
        result.rows_[e] |= other.rows_[static_cast<std::size_t>(__builtin_ctzll(left))];
      }
    }
    return result;
  }

  /// The pairs that go from one set to another.
  Relation within(Set from, Set to) const {
    Relation result(events_);
    for (std::size_t e = 0; e < events_; ++e) {
      if (contains(from, e)) result.rows_[e] = rows_[e] & to;
    }
    return result;
  }

  Relation inverse() const {
    Relation result(events_);
    for (std::size_t a = 0; a < events_; ++a) {
      for (std::size_t b = 0; b < events_; ++b) {
        if (has(a, b)) result.insert(b, a);
      }
    }
    return result;
  }

  /// Without the pairs (e, e).
  Relation distinct() const {
    Relation result = *this;
    for (std::size_t e = 0; e < events_; ++e) result.rows_[e] &= ~one(e);
    return result;
  }

  Relation or_same() const { return *this | identity(events_, ~Set{0}); }

  /// The transitive closure.
  Relation closure() const {
    Relation result = *this;
    for (std::size_t k = 0; k < events_; ++k) {
      for (std::size_t e = 0; e < events_; ++e) {
        if (result.has(e, k)) result.rows_[e] |= result.rows_[k];
      }
    }
    return result;
  }

  bool is_irreflexive() const {
    for (std::size_t e = 0; e < events_; ++e) {
      if (has(e, e)) return false;
    }
    return true;
  }

  bool is_acyclic() const { return closure().is_irreflexive(); }

 private:
  std::size_t events_;
  std::array<Set, kEventsMax> rows_{};
};

}  // namespace tidemark::oracle
