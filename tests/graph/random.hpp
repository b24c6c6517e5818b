// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// Splitmix64, written here so that programs stay what they are whatever the simulator draws with.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
  }
  std::uint8_t below(std::size_t bound) { return static_cast<std::uint8_t>(next() % bound); }
  bool percent(unsigned chance) { return next() % 100 < chance; }
  template <std::size_t N>
  Order one_of(const std::array<Order, N>& orders) {
    return orders[below(N)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace tidemark::oracle
