// SPDX-License-Identifier: MIT
// The threads of C11. glibc does not route them through the functions of pthreads, and lays their
// objects out as those: each door says the same with the other's words.
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#include "tidemark/sim/intercept/condition.hpp"
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/intercept/mutex.hpp"
#include "tidemark/sim/intercept/thread.hpp"
#include "tidemark/sim/kernel/keys.hpp"
#include "tidemark/sim/kernel/thread_end.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t));
static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t));

pthread_mutex_t* mutex_of(mtx_t* at) { return reinterpret_cast<pthread_mutex_t*>(at); }
pthread_cond_t* condition_of(cnd_t* at) { return reinterpret_cast<pthread_cond_t*>(at); }

int in_c11(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM: return thrd_nomem;
    default: return thrd_error;
  }
}

}  // namespace

TIDEMARK_DOOR int thrd_create(thrd_t* thread, thrd_start_t entry, void* argument) {
  if (!state.live) return TIDEMARK_REAL(thrd_create)(thread, entry, argument);
  KernelScope scope;
  // What returns an int leaves it where one that returns a pointer leaves the low half of that.
  auto* same = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(entry));
  return in_c11(create_thread(thread, nullptr, same, argument, TIDEMARK_CALLER));
}

TIDEMARK_DOOR int thrd_join(thrd_t thread, int* result) {
  if (!state.live) return TIDEMARK_REAL(thrd_join)(thread, result);
  KernelScope scope;
  void* raw = nullptr;
  const int error = join_thread(thread, &raw, false, TIDEMARK_CALLER);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::uintptr_t>(raw));
  return in_c11(error);
}

TIDEMARK_DOOR int thrd_detach(thrd_t thread) {
  if (!state.live) return TIDEMARK_REAL(thrd_detach)(thread);
  KernelScope scope;
  return in_c11(detach_thread(thread, TIDEMARK_CALLER));
}

TIDEMARK_DOOR void thrd_exit(int result) {
  if (!state.live) {
    TIDEMARK_REAL(thrd_exit)(result);
    __builtin_unreachable();
  }
  state.current->result = reinterpret_cast<void*>(static_cast<std::intptr_t>(result));
  kernel::end_thread(*state.current);
}

TIDEMARK_DOOR int thrd_sleep(const timespec* span, timespec* rest) {
  if (!state.live) return TIDEMARK_REAL(thrd_sleep)(span, rest);
  return nanosleep(span, rest);
}

TIDEMARK_DOOR void thrd_yield() {
  if (!state.live) {
    TIDEMARK_REAL(thrd_yield)();
    return;
  }
  KernelScope scope;
  kernel::point({.kind = OperationKind::yield, .pc = TIDEMARK_CALLER});
}

TIDEMARK_DOOR int mtx_init(mtx_t* at, int type) {
  if (state.live) {
    KernelScope scope;
    memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::mutex);
  }
  return TIDEMARK_REAL(mtx_init)(at, type);
}

TIDEMARK_DOOR void mtx_destroy(mtx_t* at) {
  if (state.live) {
    KernelScope scope;
    destroy_mutex(mutex_of(at), TIDEMARK_CALLER);
  } else {
    TIDEMARK_REAL(mtx_destroy)(at);
  }
}

TIDEMARK_DOOR int mtx_lock(mtx_t* at) {
  if (!state.live) return TIDEMARK_REAL(mtx_lock)(at);
  KernelScope scope;
  return in_c11(lock_mutex(mutex_of(at), TIDEMARK_CALLER));
}

TIDEMARK_DOOR int mtx_trylock(mtx_t* at) {
  if (!state.live) return TIDEMARK_REAL(mtx_trylock)(at);
  KernelScope scope;
  return in_c11(try_lock_mutex(mutex_of(at), TIDEMARK_CALLER));
}

TIDEMARK_DOOR int mtx_timedlock(mtx_t* at, const timespec* when) {
  if (!state.live) return TIDEMARK_REAL(mtx_timedlock)(at, when);
  KernelScope scope;
  return in_c11(lock_mutex_until(mutex_of(at), deadline_of(CLOCK_REALTIME, when), TIDEMARK_CALLER));
}

TIDEMARK_DOOR int mtx_unlock(mtx_t* at) {
  if (!state.live) return TIDEMARK_REAL(mtx_unlock)(at);
  KernelScope scope;
  return in_c11(unlock_mutex(mutex_of(at), TIDEMARK_CALLER));
}

TIDEMARK_DOOR int cnd_init(cnd_t* at) {
  if (state.live) {
    KernelScope scope;
    memory::forget_object(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::condition);
  }
  return TIDEMARK_REAL(cnd_init)(at);
}

TIDEMARK_DOOR void cnd_destroy(cnd_t* at) {
  if (state.live) {
    KernelScope scope;
    destroy_condition(condition_of(at), TIDEMARK_CALLER);
  } else {
    TIDEMARK_REAL(cnd_destroy)(at);
  }
}

TIDEMARK_DOOR int cnd_wait(cnd_t* at, mtx_t* mutex) {
  if (!state.live) return TIDEMARK_REAL(cnd_wait)(at, mutex);
  KernelScope scope;
  return in_c11(wait_on_condition(condition_of(at), mutex_of(mutex), -1, TIDEMARK_CALLER));
}

TIDEMARK_DOOR int cnd_timedwait(cnd_t* at, mtx_t* mutex, const timespec* when) {
  if (!state.live) return TIDEMARK_REAL(cnd_timedwait)(at, mutex, when);
  KernelScope scope;
  return in_c11(wait_on_condition(condition_of(at), mutex_of(mutex),
                                  deadline_of(CLOCK_REALTIME, when), TIDEMARK_CALLER));
}

TIDEMARK_DOOR int cnd_signal(cnd_t* at) {
  if (!state.live) return TIDEMARK_REAL(cnd_signal)(at);
  KernelScope scope;
  return in_c11(notify_condition(condition_of(at), false, TIDEMARK_CALLER));
}

TIDEMARK_DOOR int cnd_broadcast(cnd_t* at) {
  if (!state.live) return TIDEMARK_REAL(cnd_broadcast)(at);
  KernelScope scope;
  return in_c11(notify_condition(condition_of(at), true, TIDEMARK_CALLER));
}

TIDEMARK_DOOR int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!state.live) return TIDEMARK_REAL(tss_create)(key, destructor);
  const unsigned made = kernel::new_key(destructor);
  if (made == kernel::kKeysMax) return thrd_error;
  *key = kernel::kFirstKey + made;
  return thrd_success;
}

TIDEMARK_DOOR void tss_delete(tss_t key) {
  if (key >= kernel::kFirstKey) {
    kernel::delete_key(key - kernel::kFirstKey);
  } else {
    TIDEMARK_REAL(tss_delete)(key);
  }
}

TIDEMARK_DOOR void* tss_get(tss_t key) {
  if (key < kernel::kFirstKey) return TIDEMARK_REAL(tss_get)(key);
  return state.current == nullptr ? nullptr : kernel::get_key(key - kernel::kFirstKey);
}

TIDEMARK_DOOR int tss_set(tss_t key, void* value) {
  if (key < kernel::kFirstKey) return TIDEMARK_REAL(tss_set)(key, value);
  const bool done = state.current != nullptr && kernel::set_key(key - kernel::kFirstKey, value);
  return done ? thrd_success : thrd_error;
}
