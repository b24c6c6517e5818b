// SPDX-License-Identifier: MIT
// Prints what each of some executions of every scenario left behind, one line each, for
// `doubles_test.py` to compare with what another process prints.
//
// Usage: signatures FIRST COUNT DEPTH SHAKE: executions FIRST to FIRST + COUNT - 1 under PCT of a
// DEPTH, or the random walk where that is 0; in shaken memory unless SHAKE is 0.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "tidemark/scenarios/table.hpp"
#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/explore/determinism.hpp"
#include "tidemark/sim/explore/runner.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::sim::explore {
namespace {

constexpr std::uint64_t kSeed = 1;

struct Wanted {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint32_t pct_depth = 0;
  std::uint64_t shake = 0;
};

/// Depends on where the system put this program: what the comparison is there to notice.
void planted_body(World& world) {
  world.always("holds", [] { return true; });
  world.process("a", [&world] {
    world.atomically([] { kernel::hash(reinterpret_cast<std::uintptr_t>(&planted_body)); });
    world.atomically([] {});
  });
  world.run();
}

constexpr std::string_view kHolds[] = {"holds"};
const Scenario kPlanted{"planted/depends_on_its_address", "", {}, kHolds, {}, &planted_body};

/// Where this process has its code, its stack and its heap: another place in each, if the system
/// randomizes the layout.
void print_layout() {
  const int local = 0;
  void* block = std::malloc(1);
  std::printf("layout %p %p %p\n", static_cast<const void*>(scenarios::table().data()),
              static_cast<const void*>(&local), block);
  std::free(block);
}

std::uint64_t shake_for(const Wanted& wanted, std::uint64_t execution) {
  return wanted.shake == 0 ? kNotShaken : shake_of(wanted.shake, execution);
}

void print_signatures(const Scenario& scenario, const Wanted& wanted) {
  RunOptions options;
  options.strategy.pct_depth = wanted.pct_depth;
  Runner runner(scenario, options);
  for (std::uint64_t at = wanted.first; at < wanted.first + wanted.count; ++at) {
    const Signature one =
        signature_of(runner.walk({kSeed, at, {}}, nullptr, shake_for(wanted, at)));
    std::printf("%s %" PRIu64 " %s after %" PRIu64 " steps, hash %016" PRIx64 "\n",
                scenario.name.data(), at, kernel::name_of(one.category), one.steps, one.hash);
  }
}

}  // namespace
}  // namespace tidemark::sim::explore

int main(int argc, char** argv) {
  using namespace tidemark;
  if (argc != 5) {
    std::fprintf(stderr, "usage: signatures FIRST COUNT DEPTH SHAKE\n");
    return 2;
  }
  const auto number = [argv](int at) { return std::strtoull(argv[at], nullptr, 10); };
  const sim::explore::Wanted wanted{.first = number(1),
                                    .count = number(2),
                                    .pct_depth = static_cast<std::uint32_t>(number(3)),
                                    .shake = number(4)};
  sim::explore::print_layout();
  for (const sim::Scenario& scenario : scenarios::table()) {
    sim::explore::print_signatures(scenario, wanted);
  }
  sim::explore::print_signatures(sim::explore::kPlanted, wanted);
  return 0;
}
