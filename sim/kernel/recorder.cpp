// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/recorder.hpp"

#include <sys/mman.h>

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/panic.hpp"

namespace tidemark::sim::kernel {

namespace {

constexpr std::size_t kChoicesMax = std::size_t{1} << 24;
choice::Choice* recorded = nullptr;
std::size_t recorded_count = 0;
choice::Source* answering = nullptr;

void record(const choice::Choice& made) {
  if (recorded_count == kChoicesMax) {
    end_execution(Category::unsupported, "the execution makes too many choices");
  }
  recorded[recorded_count++] = made;
}

[[noreturn]] void diverge(const choice::Choice& asked) {
  Failure& failed = failure();
  failed.choice_index = recorded_count;
  failed.actual = asked;
  if (const choice::Choice* expected = answering->expected()) failed.expected = *expected;
  failed.fibers[0] = 0;
  end_execution(Category::diverged, "the recorded run no longer matches the code");
}

bool offered(const choice::SchedulePoint& point, std::uint32_t option) {
  if (option < choice::option::kFibersMax) return point.runnable.contains(option);
  if (option == choice::option::kAdvance) return point.can_advance;
  const std::uint32_t event = option - choice::option::kFirstEvent;
  return event < choice::option::kEventsMax && ((point.events >> event) & 1) != 0;
}

}  // namespace

std::uint32_t ask_schedule(const choice::SchedulePoint& point, std::uint32_t options) {
  const std::uint32_t taken = answering->schedule(point);
  if (!offered(point, taken)) diverge({choice::Kind::schedule, options, taken});
  if (options > 1) record({choice::Kind::schedule, options, taken});
  return taken;
}

std::uint64_t ask(choice::Kind kind, std::uint64_t count) {
  if (count == 1) return 0;
  const std::uint64_t taken = answering->choose(kind, count);
  if (count != 0 && taken >= count) {
    diverge({kind, static_cast<std::uint32_t>(count), taken});
  }
  record({kind, static_cast<std::uint32_t>(count), taken});
  return taken;
}

void reset_recorder(choice::Source& source) {
  answering = &source;
  recorded_count = 0;
  if (recorded == nullptr) {
    void* got = mmap(nullptr, kChoicesMax * sizeof(choice::Choice), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) panic("no memory for the record of choices");
    recorded = static_cast<choice::Choice*>(got);
  }
}

ChoiceSpan choices() { return {recorded, recorded_count}; }

}  // namespace tidemark::sim::kernel
