// SPDX-License-Identifier: MIT
// Random numbers.
#include <stdlib.h>
#include <sys/random.h>

#include <random>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {

void draws(Io& io) {
  switch (io.in) {
    case 0: io.out = static_cast<std::uint64_t>(rand()); break;
    case 1: io.out = static_cast<std::uint64_t>(random()); break;
    case 2: io.out = std::random_device()(); break;
    case 3: assert(getrandom(&io.out, sizeof io.out, 0) == sizeof io.out); break;
    case 4: assert(getentropy(&io.out, sizeof io.out) == 0); break;
    default: io.out = std::mt19937_64(std::random_device("default")())(); break;
  }
}

void draws_in_two_threads(Io& io) {
  std::uint64_t drawn[2] = {};
  together([&drawn] { drawn[0] = static_cast<std::uint64_t>(rand()); },
           [&drawn] { drawn[1] = static_cast<std::uint64_t>(rand()); });
  io.out = drawn[0] ^ (drawn[1] << 31);
}

// A seed that the program sets decides nothing: the numbers are the run's.
void seeds_first(Io& io) {
  srand(1);
  srandom(1);
  io.out = static_cast<std::uint64_t>(rand()) ^ static_cast<std::uint64_t>(random()) << 31;
}

void few_bytes(Io& io) {
  unsigned char bytes[13] = {};
  assert(getrandom(bytes, 11, 0) == 11);
  assert(bytes[11] == 0 && bytes[12] == 0);
  for (const unsigned char byte : bytes) io.out |= byte;
}

}  // namespace tidemark::guest
