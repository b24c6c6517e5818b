// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/random_conditions.hpp"

#include "tidemark/tests/graph/random.hpp"
#include "tidemark/tests/graph/schedules.hpp"

namespace tidemark::oracle {
namespace {

Operation notification(Random& random) { return random.percent(60) ? notify_one() : notify_all(); }

void section(Thread& into, Random& random) {
  const auto place = static_cast<std::uint8_t>(random.percent(75) ? x : y);
  into.push_back(lock(m));
  const bool waits = random.percent(45);
  if (waits) into.push_back(random.percent(70) ? wait_while(place, 0) : wait_until(place, 0));
  if (random.percent(80)) {
    into.push_back(waits && random.percent(60) ? add(place, -1, relaxed) : add(place, 1, relaxed));
  } else {
    into.push_back(store(place, random.below(2), relaxed));
  }
  if (random.percent(35)) into.push_back(notification(random));
  into.push_back(unlock(m));
  if (random.percent(35)) into.push_back(notification(random));
}

Program made_by(Random random) {
  Program program;
  const std::size_t threads = 2 + random.below(3);
  const std::size_t sections = threads == 2 ? 3 : threads == 3 ? 2 : 1;
  for (std::size_t t = 0; t < threads; ++t) {
    Thread& thread = program.threads.emplace_back();
    const std::size_t count = 1 + random.below(sections);
    for (std::size_t i = 0; i < count; ++i) section(thread, random);
  }
  return program;
}

}  // namespace

Program random_condition_program(std::uint64_t seed) {
  Random seeds(seed);
  for (;;) {
    Program made = made_by(Random(seeds.next()));
    if (classes_of(made, kSchedulesMax).schedules < kSchedulesMax) return made;
  }
}

}  // namespace tidemark::oracle
