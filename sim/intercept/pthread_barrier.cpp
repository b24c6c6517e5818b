// SPDX-License-Identifier: MIT
// Barriers: everything before a round's arrivals comes before everything after its end.
#include <errno.h>
#include <pthread.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/memory/object.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

// `count` has arrived in this round, `readers` is how many it takes.
memory::Object& barrier_object(pthread_barrier_t* at, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  kernel::check_heap(address, sizeof *at, pc);
  return memory::object_at(address, memory::ObjectKind::barrier);
}

// The last to arrive: all who wait, and itself, come after every arrival of the round.
void end_round(memory::Object& barrier) {
  for (std::size_t i = 0; i < kernel::fiber_count(); ++i) {
    kernel::Fiber& each = kernel::fiber(static_cast<kernel::FiberId>(i));
    if (each.live() && each.wait == kernel::Wait::object && each.pending.object == barrier.id) {
      memory::join(each.clock, *barrier.released);
    }
  }
  memory::acquire(barrier);
  barrier.released = nullptr;
  barrier.count = 0;
  ++barrier.generation;
  kernel::wake_all(barrier.id);
}

int wait(pthread_barrier_t* at, std::uintptr_t pc) {
  memory::Object& barrier = barrier_object(at, pc);
  if (barrier.readers == 0) misuse("a barrier that was not initialised is waited on", pc);
  kernel::point({.kind = OperationKind::barrier_wait, .object = barrier.id, .pc = pc});
  memory::release(barrier);
  if (++barrier.count == barrier.readers) {
    end_round(barrier);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  const std::uint32_t round = barrier.generation;
  while (barrier.generation == round) kernel::block(barrier.id, -1);
  return 0;
}

}  // namespace

TIDEMARK_DOOR int pthread_barrier_init(pthread_barrier_t* at,
                                       const pthread_barrierattr_t* attributes,
                                       unsigned count) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_barrier_init)(at, attributes, count);
  if (count == 0) return EINVAL;
  KernelScope scope;
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  memory::forget_object(address, memory::ObjectKind::barrier);
  memory::Object& made = barrier_object(at, TIDEMARK_CALLER);
  made.size = 8;
  made.made_at = TIDEMARK_CALLER;
  made.readers = count;
  return 0;
}

TIDEMARK_DOOR int pthread_barrier_destroy(pthread_barrier_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_barrier_destroy)(at);
  KernelScope scope;
  const memory::Object& barrier = barrier_object(at, TIDEMARK_CALLER);
  if (barrier.count > 0) {
    misuse("a barrier is destroyed while a thread waits on it,", TIDEMARK_CALLER);
  }
  memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::barrier);
  return 0;
}

TIDEMARK_DOOR int pthread_barrier_wait(pthread_barrier_t* at) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_barrier_wait)(at);
  KernelScope scope;
  return wait(at, TIDEMARK_CALLER);
}
