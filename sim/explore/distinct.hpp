// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark::sim::explore {

/// Counts different 64-bit hashes in bounded memory.
///
/// Exact up to `kCapacity / 2`. Then only hashes that begin with one zero bit are kept, then two,
/// …, and the count is scaled up: an unbiased estimate, off by well under one percent at this
/// capacity.
class DistinctCounter {
 public:
  static constexpr std::size_t kCapacity = std::size_t{1} << 17;

  void add(std::uint64_t hash);
  std::uint64_t count() const { return std::uint64_t{kept_} << level_; }
  bool exact() const { return level_ == 0; }

 private:
  void insert(std::uint64_t hash);
  void thin_out();
  bool wanted(std::uint64_t hash) const { return level_ == 0 || hash >> (64 - level_) == 0; }

  std::vector<std::uint64_t> slots_;  ///< open addressing; zero is empty
  std::size_t kept_ = 0;
  unsigned level_ = 0;
};

}  // namespace tidemark::sim::explore
