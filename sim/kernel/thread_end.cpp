// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/thread_end.hpp"

#include "tidemark/sim/kernel/keys.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

void at_thread_end(void (*run)(void*), void* object) {
  auto* made = pool_new<ThreadDestructor>();
  *made = {run, object, state.current->destructors};
  state.current->destructors = made;
}

void run_thread_destructors(Fiber& self) {
  while (ThreadDestructor* next = self.destructors) {
    self.destructors = next->next;
    next->run(next->object);
  }
  run_key_destructors(self);
}

void end_thread(Fiber& self) {
  if (self.mode == Mode::guest || state.live) run_thread_destructors(self);
  set_mode(Mode::world);
  fiber_over();
}

}  // namespace tidemark::sim::kernel
