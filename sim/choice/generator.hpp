// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tidemark::sim::choice {

/// One step of the splitmix64 sequence: spreads a counter over 64 bits.
constexpr std::uint64_t splitmix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

/// The pseudo-random numbers of one execution (xoshiro256++, seeded through splitmix).
///
/// Cost: about a nanosecond a draw; reseeding is four multiplications, since it is done for every
/// execution.
class Generator {
 public:
  explicit constexpr Generator(std::uint64_t seed = 0) { reseed(seed); }

  constexpr void reseed(std::uint64_t seed) {
    for (auto& word : state_) word = splitmix(seed);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// A number below `bound` (at least 1), by multiply-shift: no division, and a bias of at most
  /// `bound / 2^64`, far below what a campaign could notice.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::uint64_t rotate(std::uint64_t value, int by) {
    return (value << by) | (value >> (64 - by));
  }

  std::uint64_t state_[4] = {};
};

}  // namespace tidemark::sim::choice
