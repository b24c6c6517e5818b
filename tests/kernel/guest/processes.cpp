// SPDX-License-Identifier: MIT
// What runs inside of processes that crash and restart.
#include <cstdlib>
#include <memory>

#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

namespace kernel = sim::kernel;

int starts;
int shared;

struct Flags {
  explicit Flags(std::uint64_t& into) : flag(into) {}
  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;
  ~Flags() { flag = 100; }
  std::uint64_t& flag;
};

void work(int steps) {
  for (int i = 0; i < steps; ++i) std::this_thread::yield();
}

}  // namespace

void works_and_unwinds(Io& io) {
  const Flags at_end(io.out);
  std::thread helper([&io] {
    const Flags also(io.out);
    work(10);
  });
  work(10);
  helper.join();
}

void starts_afresh(Io& io) {
  assert(starts == 0);
  ++starts;
  static const auto made = std::make_unique<int>(4);
  assert(*made == 4);
  work(10);
  ++io.out;
}

void writes_a_global(Io&) {
  work(2);
  shared = 1;
  work(2);
}

void exits_with(Io& io) {
  std::thread forever([] { work(1 << 20); });
  work(3);
  std::exit(static_cast<int>(io.in));
}

// `in` is an object: what was written before a step on it is seen after a later step on it.
void writes_then_steps(Io& io) {
  shared = 7;
  kernel::step(static_cast<kernel::ObjectId>(io.in), "publish");
  io.out = 1;
}

void steps_then_reads(Io& io) {
  kernel::step(static_cast<kernel::ObjectId>(io.in), "look");
  if (io.out == 1) assert(shared == 7);
}

void awaits_then_reads(Io& io) {
  const auto ready = [](void* at) { return static_cast<Io*>(at)->out == 1; };
  kernel::await(static_cast<kernel::ObjectId>(io.in), "wait", ready, &io);
  assert(shared == 7);
}

void writes_without_order(Io&) { shared = 9; }

}  // namespace tidemark::guest
