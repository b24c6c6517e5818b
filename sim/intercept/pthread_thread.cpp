// SPDX-License-Identifier: MIT
// Threads: each is a fiber that borrows a real thread's identity.
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/thread.hpp"
#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/thread_end.hpp"
#include "tidemark/sim/memory/object.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

kernel::Fiber& thread_of(pthread_t handle, std::uintptr_t pc) {
  kernel::Fiber* found = kernel::fiber_of(handle);
  if (found == nullptr) misuse("a handle that names no thread is used", pc);
  return *found;
}

}  // namespace

namespace tidemark::sim::intercept {

int create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*entry)(void*),
                  void* argument, std::uintptr_t pc) {
  kernel::FiberId id = 0;
  if (state.searching) {
    id = graph::create(pc);
  } else {
    kernel::point({.kind = OperationKind::create, .pc = pc});
    id = static_cast<kernel::FiberId>(kernel::fiber_count());
  }
  kernel::Process& owner = *state.current->process;
  kernel::Fiber* made =
      id < kernel::layout::kStacks ? kernel::new_fiber_as(id, owner, nullptr) : nullptr;
  if (made == nullptr) {
    kernel::failure_message().text("more threads in one execution than the world has room for");
    end_program(kernel::Category::unsupported, pc);
  }
  if (!state.searching || owner.id != 0 || !graph::is_named(id)) {
    kernel::Message(made->name, sizeof made->name)
        .text(owner.id == 0 ? "thread" : owner.name)
        .text("/")
        .number(id);
  }
  made->entry = entry;
  made->argument = argument;
  made->by_program = true;
  made->made_at = pc;
  made->made_by = state.current->id;
  if (state.trace != nullptr) {
    made->made_stack = kernel::pool_new<kernel::CallStack>();
    kernel::take_call_stack(*made->made_stack);
  }
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  made->detached = detached == PTHREAD_CREATE_DETACHED;
  if (state.searching) {
    graph::created(id);
  } else {
    memory::raise_tick();
    kernel::make_runnable(*made);
  }
  *thread = made->thread_pointer;
  return 0;
}

int join_thread(pthread_t thread, void** result, bool trying, std::uintptr_t pc) {
  kernel::Fiber& other = thread_of(thread, pc);
  kernel::Fiber& self = *state.current;
  if (&other == &self) return EDEADLK;
  if (other.detached) misuse("a detached thread is joined", pc);
  if (other.joined) misuse("a thread is joined twice", pc);
  if (state.searching) {
    if (trying) refuse("pthread_tryjoin_np in a proof", pc);
    graph::join(other.id, pc);
  } else if (trying) {
    kernel::point({.kind = OperationKind::join, .pc = pc});
    if (other.live()) return EBUSY;
  } else {
    kernel::wait_for_end(other, {.kind = OperationKind::join, .pc = pc});
  }
  other.joined = true;
  if (!state.searching) memory::join(self.clock, other.clock);
  if (result != nullptr) *result = other.result;
  return 0;
}

int detach_thread(pthread_t thread, std::uintptr_t pc) {
  kernel::Fiber& other = thread_of(thread, pc);
  if (other.joined || other.detached) {
    misuse("a thread that was joined or detached before is detached", pc);
  }
  other.detached = true;
  return 0;
}

}  // namespace tidemark::sim::intercept

TIDEMARK_DOOR int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                 void* (*entry)(void*), void* argument) noexcept {
  if (!state.live) {
    return kernel::libc::real_pthread_create(thread, attributes, entry, argument);
  }
  KernelScope scope;
  return create_thread(thread, attributes, entry, argument, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_join(pthread_t thread, void** result) {
  if (!state.live) return TIDEMARK_REAL(pthread_join)(thread, result);
  KernelScope scope;
  return join_thread(thread, result, false, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_tryjoin_np(pthread_t thread, void** result) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_tryjoin_np)(thread, result);
  KernelScope scope;
  return join_thread(thread, result, true, TIDEMARK_CALLER);
}

TIDEMARK_DOOR int pthread_detach(pthread_t thread) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_detach)(thread);
  KernelScope scope;
  return detach_thread(thread, TIDEMARK_CALLER);
}

TIDEMARK_DOOR pthread_t pthread_self() noexcept {
  pthread_t self = 0;
  __asm__("movq %%fs:0x10, %0" : "=r"(self));
  return self;
}

// Defined inline by the header for optimising compilers.
TIDEMARK_DOOR int same_thread(pthread_t a, pthread_t b) noexcept __asm__("pthread_equal");
TIDEMARK_DOOR int same_thread(pthread_t a, pthread_t b) noexcept { return a == b ? 1 : 0; }

TIDEMARK_DOOR void pthread_exit(void* result) {
  if (!state.live) {
    TIDEMARK_REAL(pthread_exit)(result);
    __builtin_unreachable();
  }
  kernel::Fiber& self = *state.current;
  self.result = result;
  kernel::end_thread(self);
}

TIDEMARK_DOOR int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_setname_np)(thread, name);
  KernelScope scope;
  kernel::Fiber& named = thread_of(thread, TIDEMARK_CALLER);
  kernel::raw::copy_text(named.name, sizeof named.name, name);
  return 0;
}

TIDEMARK_DOOR int pthread_getname_np(pthread_t thread, char* out, std::size_t bytes) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_getname_np)(thread, out, bytes);
  KernelScope scope;
  kernel::raw::copy_text(out, bytes, thread_of(thread, TIDEMARK_CALLER).name);
  return 0;
}

// Attributes live in the program's own memory and are libc's business, but for the ones that ask
// about a running thread.
TIDEMARK_DOOR int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_getattr_np)(thread, attributes);
  const kernel::Fiber& asked = thread_of(thread, TIDEMARK_CALLER);
  KernelScope scope;
  pthread_attr_init(attributes);
  std::byte* low = kernel::region.stacks + asked.id * kernel::layout::kStackStride;
  return pthread_attr_setstack(attributes, low + kernel::layout::kPage,
                               kernel::layout::kStackStride - kernel::layout::kPage);
}

// Priorities, affinity and concurrency hints change nothing in a world where every schedule is
// tried.
TIDEMARK_DOOR int pthread_setaffinity_np(pthread_t thread, std::size_t bytes,
                                         const cpu_set_t* set) noexcept {
  return state.live ? 0 : TIDEMARK_REAL(pthread_setaffinity_np)(thread, bytes, set);
}
TIDEMARK_DOOR int pthread_setschedparam(pthread_t thread, int policy,
                                        const sched_param* parameters) noexcept {
  return state.live ? 0 : TIDEMARK_REAL(pthread_setschedparam)(thread, policy, parameters);
}
TIDEMARK_DOOR int pthread_setschedprio(pthread_t thread, int priority) noexcept {
  return state.live ? 0 : TIDEMARK_REAL(pthread_setschedprio)(thread, priority);
}

TIDEMARK_DOOR int pthread_kill(pthread_t thread, int signal) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_kill)(thread, signal);
  if (signal == 0) return thread_of(thread, TIDEMARK_CALLER).live() ? 0 : ESRCH;
  refuse("pthread_kill", TIDEMARK_CALLER);
}
