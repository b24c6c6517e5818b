// SPDX-License-Identifier: MIT
// Initialisation that happens once: pthread_once, static guards, thread-specific keys, destructors
// of thread_local objects.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "tidemark/sim/graph/effect.hpp"
#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/keys.hpp"
#include "tidemark/sim/kernel/thread_end.hpp"
#include "tidemark/sim/memory/atomic.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

constexpr int kOnceDone = 2;  // what glibc writes: a host that looks later must see it

// Waits while another fiber initialises. True when it is this fiber's turn to do it.
bool enter(memory::Object& object, std::uintptr_t pc) {
  if (state.searching) {
    const auto order = memory::Order::acquire;
    return graph::read(
               object,
               {.action = graph::Action::begin_once, .success = order, .failure = order, .pc = pc})
        .wrote;
  }
  kernel::point({.kind = OperationKind::once, .object = object.id, .pc = pc});
  while (object.busy) {
    if (object.owner == state.current->id) {
      misuse("a static object is initialised from within its own initialiser", pc);
    }
    kernel::block(object.id, -1);
  }
  memory::acquire(object);  // a turn that failed is ordered before the next one, too
  if (object.done) return false;
  object.busy = true;
  object.owner = state.current->id;
  return true;
}

void leave(memory::Object& object, bool done) {
  if (state.searching) {
    graph::write(object, done ? graph::kOnceDone : graph::kFree, memory::Order::release, 0);
    return;
  }
  object.busy = false;
  object.done = done;
  object.owner = memory::kNobody;
  memory::release(object);
  kernel::wake_all(object.id);
}

memory::Object& once_object(const void* at) {
  auto& found = memory::object_at(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::once);
  found.size = sizeof(std::uint64_t);
  return found;
}

// A turn of a `pthread_once`, which the initialiser may leave by an exception: then it is not done,
// and the next thread has its turn. This file alone is compiled so that it can be unwound through.
struct Turn {
  memory::Object& object;
  pthread_once_t& once;
  bool done = false;

  ~Turn() {
    KernelScope scope;
    if (done) once = kOnceDone;
    leave(object, done);
  }
};

// A static guard: bit 0 of the first byte says "done" to the compiled fast path.
struct Guard {
  unsigned char done;
  unsigned char busy;
};

// The fast path of later visitors is an acquire load of that byte: what it reads is a release
// store.
void set_done(Guard& guard, std::uintptr_t pc) {
  if (state.searching) {
    const auto address = reinterpret_cast<std::uintptr_t>(&guard.done);
    graph::write(graph::atomic_at(address, sizeof guard.done, pc), 1, memory::Order::release, pc);
    return;
  }
  const std::uint64_t before[2] = {guard.done, 0};
  const std::uint64_t after[2] = {1, 0};
  memory::Object& byte = memory::location(reinterpret_cast<std::uintptr_t>(&guard.done),
                                          sizeof guard.done, before, pc);
  memory::append_store(byte, after, memory::Order::release, false);
  guard.done = 1;
}

void run_once(pthread_once_t* once, void (*initialise)(), std::uintptr_t pc) {
  memory::Object* object = nullptr;
  {
    KernelScope scope;
    object = &once_object(once);
    if (*once == kOnceDone && !object->done) object->done = true;  // done before the world began
    if (!enter(*object, pc)) return;
  }
  Turn turn{*object, *once};
  initialise();
  turn.done = true;
}

}  // namespace

TIDEMARK_DOOR int pthread_once(pthread_once_t* once, void (*initialise)()) {
  if (!state.live) return TIDEMARK_REAL(pthread_once)(once, initialise);
  run_once(once, initialise, TIDEMARK_CALLER);
  return 0;
}

// C11's, which glibc lays out as the other.
TIDEMARK_DOOR void call_once(once_flag* once, void (*initialise)()) {
  if (!state.live) {
    TIDEMARK_REAL(call_once)(once, initialise);
    return;
  }
  run_once(reinterpret_cast<pthread_once_t*>(once), initialise, TIDEMARK_CALLER);
}

extern "C" __attribute__((visibility("default"))) int __cxa_guard_acquire(Guard* guard) noexcept {
  if (!state.live) {
    // The host is single-threaded where it runs code with guards of the world's modules; real
    // contention is left to a spin.
    unsigned char idle = 0;
    while (__atomic_load_n(&guard->done, __ATOMIC_ACQUIRE) == 0) {
      if (__atomic_compare_exchange_n(&guard->busy, &idle, 1, false, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED)) {
        return 1;
      }
      idle = 0;
    }
    return 0;
  }
  KernelScope scope;
  memory::Object& object = once_object(guard);
  object.done = guard->done != 0;
  return enter(object, TIDEMARK_CALLER) ? 1 : 0;
}

extern "C" __attribute__((visibility("default"))) void __cxa_guard_release(Guard* guard) noexcept {
  if (!state.live) {
    // It stays busy: who saw it undone a moment ago must not take it now.
    __atomic_store_n(&guard->done, 1, __ATOMIC_RELEASE);
    return;
  }
  KernelScope scope;
  set_done(*guard, TIDEMARK_CALLER);
  leave(once_object(guard), true);
}

extern "C" __attribute__((visibility("default"))) void __cxa_guard_abort(Guard* guard) noexcept {
  __atomic_store_n(&guard->busy, 0, __ATOMIC_RELEASE);
  if (!state.live) return;
  KernelScope scope;
  leave(once_object(guard), false);
}

TIDEMARK_DOOR int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_key_create)(key, destructor);
  const unsigned made = kernel::new_key(destructor);
  if (made == kernel::kKeysMax) return EAGAIN;
  *key = kernel::kFirstKey + made;
  return 0;
}

TIDEMARK_DOOR int pthread_key_delete(pthread_key_t key) noexcept {
  if (key < kernel::kFirstKey) return TIDEMARK_REAL(pthread_key_delete)(key);
  return kernel::delete_key(key - kernel::kFirstKey) ? 0 : EINVAL;
}

TIDEMARK_DOOR void* pthread_getspecific(pthread_key_t key) noexcept {
  if (key < kernel::kFirstKey) return TIDEMARK_REAL(pthread_getspecific)(key);
  return state.current == nullptr ? nullptr : kernel::get_key(key - kernel::kFirstKey);
}

TIDEMARK_DOOR int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (key < kernel::kFirstKey) return TIDEMARK_REAL(pthread_setspecific)(key, value);
  if (state.current == nullptr) return EINVAL;
  return kernel::set_key(key - kernel::kFirstKey, const_cast<void*>(value)) ? 0 : EINVAL;
}

namespace {
int at_thread_exit(void (*run)(void*), void* object, void* module) {
  if (state.live) {
    kernel::at_thread_end(run, object);
    return 0;
  }
  using Real = int (*)(void (*)(void*), void*, void*);
  static Real real;
  if (real == nullptr) {
    real = reinterpret_cast<Real>(kernel::libc::next_symbol("__cxa_thread_atexit_impl"));
  }
  return real(run, object, module);
}
}  // namespace

extern "C" __attribute__((visibility("default"))) int __cxa_thread_atexit(void (*run)(void*),
                                                                          void* object,
                                                                          void* module) noexcept {
  return at_thread_exit(run, object, module);
}
extern "C" __attribute__((visibility("default"))) int __cxa_thread_atexit_impl(
    void (*run)(void*), void* object, void* module) noexcept {
  return at_thread_exit(run, object, module);
}
