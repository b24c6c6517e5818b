// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/random_program.hpp"

#include <algorithm>
#include <array>

#include "tidemark/tests/graph/executions.hpp"
#include "tidemark/tests/graph/random.hpp"

namespace tidemark::oracle {
namespace {

constexpr std::array kLoadOrders{relaxed, consume, acquire, acquire, seq_cst};
constexpr std::array kStoreOrders{relaxed, release, seq_cst};
constexpr std::array kUpdateOrders{relaxed, acquire, release, acq_rel, seq_cst};
constexpr std::array kFenceOrders{acquire, release, acq_rel, seq_cst};

// What a program is rich in, in percent.
struct Taste {
  unsigned seq_cst = 0;  ///< of the orders; the rest is drawn evenly
  unsigned relaxed = 0;
  unsigned fences = 0;
  unsigned updates = 0;
  unsigned locks = 0;     ///< of the operations that are inside a critical section
  unsigned branches = 0;  ///< of the operations that depend on what was read
  unsigned awaits = 0;    ///< of the loads that wait for what another thread stores
  std::size_t locations = 2;
};

class Maker {
 public:
  Maker(std::uint64_t seed, Kinds kinds) : random_(seed) {
    draw_taste();
    if (!kinds.awaits) taste_.awaits = 0;
  }

  Program program() {
    static constexpr std::array<std::size_t, 8> kThreads{2, 2, 2, 2, 3, 3, 3, 4};
    const std::size_t threads = kThreads[random_.below(kThreads.size())];
    Program made;
    for (std::size_t t = 0; t < threads; ++t) made.threads.push_back(thread(threads));
    for (std::size_t t = 0; t < threads; ++t) {
      for (Operation& op : made.threads[t]) {
        if (op.action == Action::load && random_.percent(taste_.awaits)) wait(op, made, t);
      }
    }
    return made;
  }

 private:
  // Makes a load wait for a value that another thread stores there, where one does.
  void wait(Operation& load, const Program& program, std::size_t thread) {
    std::vector<int> values;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      if (t == thread) continue;
      for (const Operation& op : program.threads[t]) {
        if (op.action == Action::store && op.place == load.place) values.push_back(op.value);
      }
    }
    if (values.empty()) return;
    load.action = Action::await;
    load.value = values[random_.below(values.size())];
  }

  void draw_taste() {
    static constexpr std::array<unsigned, 4> kShares{0, 0, 30, 80};
    const auto share = [this] { return kShares[random_.below(kShares.size())]; };
    taste_.seq_cst = share();
    taste_.relaxed = share();
    taste_.fences = share() / 2;
    taste_.updates = share();
    taste_.locks = share() / 2;
    taste_.branches = share() / 2;
    taste_.awaits = share() / 2;
    taste_.locations = random_.percent(25) ? kLocations : 2;
  }

  Thread thread(std::size_t threads) {
    const std::size_t most = threads == 2 ? 4 : threads == 3 ? 3 : 2;
    const std::size_t count = 1 + std::max(random_.below(most), random_.below(most));
    Thread made;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t begin = made.size();
      if (random_.percent(taste_.locks)) {
        critical_section(made);
      } else {
        made.push_back(operation());
      }
      if (begin > 0 && random_.percent(taste_.branches)) guard(made, begin);
    }
    return made;
  }

  // One mutex around an operation or none; at times another inside, also the other way round.
  void critical_section(Thread& into) {
    const std::uint8_t outer = random_.percent(70) ? m : n;
    const bool nested = random_.percent(30);
    const std::uint8_t inner = outer == m ? n : m;
    into.push_back(lock(outer));
    if (nested) into.push_back(lock(inner));
    if (random_.percent(70)) into.push_back(operation());
    if (nested) into.push_back(unlock(inner));
    if (nested && random_.percent(30)) into.push_back(operation());
    into.push_back(unlock(outer));
  }

  // Makes what follows `begin` depend on a register.
  void guard(Thread& thread, std::size_t begin) {
    const auto count = static_cast<std::uint8_t>(thread.size() - begin);
    const std::uint8_t reg =
        random_.percent(80) ? last_read(thread, begin) : random_.below(kRegisters);
    const int value = random_.below(3);
    const Operation skip =
        random_.percent(50) ? skip_if(reg, value, count) : skip_unless(reg, value, count);
    thread.insert(thread.begin() + static_cast<std::ptrdiff_t>(begin), skip);
  }

  // The register of the last operation before `end` that reads; 0 where none does.
  static std::uint8_t last_read(const Thread& thread, std::size_t end) {
    while (end-- > 0) {
      const Action action = thread[end].action;
      if (action == Action::load || action == Action::await || action == Action::fetch_add ||
          action == Action::exchange || action == Action::compare_exchange) {
        return thread[end].result;
      }
    }
    return 0;
  }

  Operation operation() {
    if (random_.percent(taste_.fences)) return fence(order(kFenceOrders));
    const std::uint8_t place = random_.below(taste_.locations);
    const std::uint8_t into = random_.below(kRegisters);
    if (random_.percent(10 + taste_.updates)) return update(place, into);
    if (random_.percent(50)) return load(place, order(kLoadOrders), into);
    return store(place, 1 + random_.below(3), order(kStoreOrders));
  }

  Operation update(std::uint8_t place, std::uint8_t into) {
    switch (random_.below(4)) {
      case 0: return exchange(place, random_.below(4), order(kUpdateOrders), into);
      case 1: return add(place, random_.below(3), order(kUpdateOrders), into);
      default:
        return cas(place, random_.below(3), random_.below(4), order(kUpdateOrders),
                   order(kLoadOrders), into);
    }
  }

  template <std::size_t N>
  Order order(const std::array<Order, N>& orders) {
    if (random_.percent(taste_.seq_cst)) return seq_cst;
    if (orders[0] == relaxed && random_.percent(taste_.relaxed)) return relaxed;
    return random_.one_of(orders);
  }

  Random random_;
  Taste taste_;
};

}  // namespace

Program random_program(std::uint64_t seed, Kinds kinds) {
  Random seeds(seed);
  for (;;) {
    Program made = Maker(seeds.next(), kinds).program();
    if (candidates_of(made, kCandidatesMax) < kCandidatesMax) return made;
  }
}

}  // namespace tidemark::oracle
