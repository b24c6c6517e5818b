// SPDX-License-Identifier: MIT
// Clocks, sleeps and yields: virtual time.
#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <time.h>
#include <unistd.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"
#include "tidemark/sim/kernel/clock.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// A look at the clock is a visible operation only while time could move past somebody's deadline
// between it and the one before; otherwise no schedule can tell.
std::int64_t look(clockid_t clock, std::uintptr_t pc) {
  KernelScope scope;
  if (kernel::deadlines_pending()) kernel::point({.kind = OperationKind::clock, .pc = pc});
  const bool wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return wall ? kernel::look_at_wall() : kernel::look_at_monotonic();
}

int sleep_for(std::int64_t span_ns, std::uintptr_t pc) {
  KernelScope scope;
  if (span_ns <= 0) {
    kernel::point({.kind = OperationKind::yield, .pc = pc});
    return 0;
  }
  const std::int64_t now = kernel::virtual_now_ns;
  const std::int64_t until = span_ns > INT64_MAX - now ? INT64_MAX : now + span_ns;
  kernel::sleep_until(until, {.kind = OperationKind::sleep, .pc = pc});
  return 0;
}

timespec split(std::int64_t ns) { return {.tv_sec = ns / kSecond, .tv_nsec = ns % kSecond}; }

}  // namespace

TIDEMARK_DOOR int clock_gettime(clockid_t clock, timespec* out) noexcept {
  if (!state.live) return TIDEMARK_REAL(clock_gettime)(clock, out);
  *out = split(look(clock, TIDEMARK_CALLER));
  return 0;
}

TIDEMARK_DOOR int clock_getres(clockid_t clock, timespec* out) noexcept {
  if (!state.live) return TIDEMARK_REAL(clock_getres)(clock, out);
  if (out != nullptr) *out = {.tv_sec = 0, .tv_nsec = 1};
  return 0;
}

TIDEMARK_DOOR int timespec_get(timespec* out, int base) noexcept {
  if (!state.live) return TIDEMARK_REAL(timespec_get)(out, base);
  *out = split(look(CLOCK_REALTIME, TIDEMARK_CALLER));
  return base;
}

TIDEMARK_DOOR int gettimeofday(timeval* out, void* zone) noexcept {
  if (!state.live) return TIDEMARK_REAL(gettimeofday)(out, zone);
  const std::int64_t ns = look(CLOCK_REALTIME, TIDEMARK_CALLER);
  *out = {.tv_sec = ns / kSecond, .tv_usec = ns % kSecond / 1000};
  return 0;
}

TIDEMARK_DOOR time_t time(time_t* out) noexcept {
  if (!state.live) return TIDEMARK_REAL(time)(out);
  const time_t seconds = look(CLOCK_REALTIME, TIDEMARK_CALLER) / kSecond;
  if (out != nullptr) *out = seconds;
  return seconds;
}

TIDEMARK_DOOR clock_t clock() noexcept {
  if (!state.live) return TIDEMARK_REAL(clock)();
  return (look(CLOCK_MONOTONIC, TIDEMARK_CALLER) - kernel::kStartNs) / 1000;
}

TIDEMARK_DOOR int nanosleep(const timespec* span, timespec* rest) {
  if (!state.live) return TIDEMARK_REAL(nanosleep)(span, rest);
  return sleep_for(nanoseconds(span), TIDEMARK_CALLER);
}

TIDEMARK_DOOR int clock_nanosleep(clockid_t clock, int flags, const timespec* when,
                                  timespec* rest) {
  if (!state.live) return TIDEMARK_REAL(clock_nanosleep)(clock, flags, when, rest);
  if ((flags & TIMER_ABSTIME) == 0) return sleep_for(nanoseconds(when), TIDEMARK_CALLER);
  return sleep_for(deadline_of(clock, when) - kernel::virtual_now_ns, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int usleep(useconds_t microseconds) {
  if (!state.live) return TIDEMARK_REAL(usleep)(microseconds);
  return sleep_for(std::int64_t{microseconds} * 1000, TIDEMARK_CALLER);
}

TIDEMARK_DOOR unsigned sleep(unsigned seconds) {
  if (!state.live) return TIDEMARK_REAL(sleep)(seconds);
  return static_cast<unsigned>(sleep_for(std::int64_t{seconds} * kSecond, TIDEMARK_CALLER));
}

TIDEMARK_DOOR int sched_yield() noexcept {
  if (!state.live) return TIDEMARK_REAL(sched_yield)();
  KernelScope scope;
  kernel::point({.kind = OperationKind::yield, .pc = TIDEMARK_CALLER});
  return 0;
}

// The header makes another name of this one.
TIDEMARK_DOOR int old_yield() noexcept __asm__("pthread_yield");
TIDEMARK_DOOR int old_yield() noexcept {
  if (!state.live) return TIDEMARK_REAL(sched_yield)();
  KernelScope scope;
  kernel::point({.kind = OperationKind::yield, .pc = TIDEMARK_CALLER});
  return 0;
}
