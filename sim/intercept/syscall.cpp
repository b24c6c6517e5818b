// SPDX-License-Identifier: MIT
// `syscall`: futexes, by which std::atomic::wait and semaphores of libstdc++ block.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"
#include "tidemark/sim/intercept/random.hpp"
#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/raw.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

long failed(int error) {
  errno = error;
  return -1;
}

std::int64_t deadline(long operation, bool absolute, const timespec* when) {
  if (when == nullptr) return -1;
  if (!absolute) return kernel::virtual_now_ns + nanoseconds(when);
  const bool wall = (operation & FUTEX_CLOCK_REALTIME) != 0;
  return deadline_of(wall ? CLOCK_REALTIME : CLOCK_MONOTONIC, when);
}

long futex_wait(const int* word, int expected, std::int64_t deadline_ns, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(word);
  kernel::check_heap(address, sizeof *word, pc);
  const memory::Object& object = memory::object_at(address, memory::ObjectKind::futex);
  kernel::point({.kind = OperationKind::futex_wait, .object = object.id, .pc = pc});
  if (*word != expected) return failed(EAGAIN);
  return kernel::block(object.id, deadline_ns) ? 0 : failed(ETIMEDOUT);
}

long futex_wake(const int* word, long count, std::uintptr_t pc) {
  const memory::Object& object =
      memory::object_at(reinterpret_cast<std::uintptr_t>(word), memory::ObjectKind::futex);
  kernel::point({.kind = OperationKind::futex_wake, .object = object.id, .pc = pc});
  long woken = 0;
  while (woken < count && kernel::wake_one(object.id) == 1) ++woken;
  return woken;
}

long futex(const int* word, long operation, long value, const timespec* when, std::uintptr_t pc) {
  const long command = operation & FUTEX_CMD_MASK;
  switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return futex_wait(word, static_cast<int>(value),
                        deadline(operation, command == FUTEX_WAIT_BITSET, when), pc);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return futex_wake(word, value, pc);
    default: refuse("syscall(SYS_futex) with an operation other than wait and wake", pc);
  }
}

}  // namespace

TIDEMARK_DOOR long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long a[6];
  for (long& each : a) each = va_arg(list, long);
  va_end(list);
  if (state.live) {
    KernelScope scope;
    switch (number) {
      case SYS_futex:
        return futex(reinterpret_cast<const int*>(a[0]), a[1], a[2],
                     reinterpret_cast<const timespec*>(a[3]), TIDEMARK_CALLER);
      case SYS_sched_yield:
        kernel::point({.kind = OperationKind::yield, .pc = TIDEMARK_CALLER});
        return 0;
      case SYS_gettid: return kFirstThreadNumber + state.current->id;
      case SYS_getrandom:
        fill_random(reinterpret_cast<void*>(a[0]), static_cast<std::size_t>(a[1]));
        return a[1];
      default: refuse("syscall", TIDEMARK_CALLER);
    }
  }
  const long result = kernel::raw::system_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result < 0 && result > -4096) return failed(static_cast<int>(-result));
  return result;
}

TIDEMARK_DOOR pid_t gettid() noexcept {
  if (state.live) return kFirstThreadNumber + state.current->id;
  return static_cast<pid_t>(kernel::raw::system_call(SYS_gettid));
}

// As on a real system, a process has the number of its first thread.
TIDEMARK_DOOR pid_t getpid() noexcept {
  if (!state.live) return static_cast<pid_t>(kernel::raw::system_call(SYS_getpid));
  for (std::size_t i = 0; i < kernel::fiber_count(); ++i) {
    const kernel::Fiber& each = kernel::fiber(static_cast<kernel::FiberId>(i));
    if (each.process == state.current->process) return kFirstThreadNumber + each.id;
  }
  __builtin_unreachable();
}

TIDEMARK_DOOR pid_t getppid() noexcept {
  return state.live ? 1 : static_cast<pid_t>(kernel::raw::system_call(SYS_getppid));
}
