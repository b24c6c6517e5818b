// SPDX-License-Identifier: MIT
// Primitives below the C++ library: POSIX semaphores, barriers and spin locks, C11 threads.
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <cerrno>
#include <ctime>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

template <class Function>
int thread_of(void* function) {
  return (*static_cast<Function*>(function))();
}

// Runs functions in a C11 thread each; returns the sum of their results.
template <class... Functions>
int c11_together(Functions... functions) {
  thrd_t threads[sizeof...(functions)];
  std::size_t at = 0;
  ((assert(thrd_create(&threads[at++], &thread_of<Functions>, &functions) == thrd_success)), ...);
  int sum = 0;
  for (const thrd_t thread : threads) {
    int result = 0;
    assert(thrd_join(thread, &result) == thrd_success);
    sum += result;
  }
  return sum;
}

timespec soon(clockid_t clock, long ns) {
  timespec at;
  clock_gettime(clock, &at);
  at.tv_nsec += ns;
  return at;
}

}  // namespace

void posix_semaphore(Io& io) {
  sem_t full;
  sem_init(&full, 0, 0);
  int data = 0;
  together(
      [&] {
        data = 6;
        assert(sem_post(&full) == 0);
      },
      [&] {
        assert(sem_wait(&full) == 0);
        io.out = static_cast<std::uint64_t>(data);
      });
  int value = -1;
  assert(sem_getvalue(&full, &value) == 0 && value == 0);
  assert(sem_trywait(&full) == -1 && errno == EAGAIN);
  assert(sem_destroy(&full) == 0);
}

void posix_semaphore_with_a_time_limit(Io& io) {
  sem_t full;
  sem_init(&full, 0, 0);
  together([&full] { sem_post(&full); },
           [&] {
             const timespec when = soon(CLOCK_REALTIME, 1000);
             io.out = sem_timedwait(&full, &when) == 0 ? 1 : 0;
             assert(io.out == 1 || errno == ETIMEDOUT);
           });
}

void posix_semaphore_nobody_posts(Io&) {
  sem_t full;
  sem_init(&full, 0, 1);
  sem_wait(&full);
  sem_wait(&full);
}

void posix_barrier(Io& io) {
  pthread_barrier_t meeting;
  assert(pthread_barrier_init(&meeting, nullptr, 2) == 0);
  int parts[2] = {};
  int serial[2] = {};
  const auto meet = [&](int mine) {
    for (int i = 1; i <= 2; ++i) {
      parts[mine] = i;
      if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) ++serial[mine];
      assert(parts[1 - mine] == i);
      if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) ++serial[mine];
    }
  };
  together([&meet] { meet(0); }, [&meet] { meet(1); });
  assert(pthread_barrier_destroy(&meeting) == 0);
  io.out = static_cast<std::uint64_t>(serial[0] + serial[1]);
}

void posix_spin_lock(Io& io) {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  int count = 0;
  const auto add = [&] {
    pthread_spin_lock(&lock);
    ++count;
    pthread_spin_unlock(&lock);
  };
  together(add, add, [&] {
    if (pthread_spin_trylock(&lock) != 0) return;
    ++count;
    pthread_spin_unlock(&lock);
  });
  assert(pthread_spin_destroy(&lock) == 0);
  io.out = static_cast<std::uint64_t>(count);
}

void c11_mutex(Io& io) {
  mtx_t mutex;
  assert(mtx_init(&mutex, mtx_plain | mtx_recursive) == thrd_success);
  int count = 0;
  const auto add = [&] {
    mtx_lock(&mutex);
    assert(mtx_trylock(&mutex) == thrd_success);
    ++count;
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    return 10;
  };
  const int sum = c11_together(add, add);
  mtx_destroy(&mutex);
  io.out = static_cast<std::uint64_t>(sum + count);
}

void c11_mutex_with_a_time_limit(Io& io) {
  mtx_t mutex;
  mtx_init(&mutex, mtx_timed);
  mtx_lock(&mutex);
  io.out = static_cast<std::uint64_t>(c11_together([&mutex] {
    const timespec when = soon(CLOCK_REALTIME, 1000);
    return mtx_timedlock(&mutex, &when) == thrd_timedout ? 1 : 0;
  }));
  mtx_unlock(&mutex);
}

void c11_condition(Io& io) {
  mtx_t mutex;
  cnd_t changed;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  int data = 0;
  io.out = static_cast<std::uint64_t>(c11_together(
      [&] {
        mtx_lock(&mutex);
        while (data == 0) cnd_wait(&changed, &mutex);
        const int seen = data;
        mtx_unlock(&mutex);
        return seen;
      },
      [&] {
        mtx_lock(&mutex);
        data = 8;
        cnd_signal(&changed);
        mtx_unlock(&mutex);
        return 0;
      }));
  cnd_destroy(&changed);
}

void c11_once_and_specifics(Io& io) {
  static once_flag flag = ONCE_FLAG_INIT;
  static int made;
  static tss_t key;
  static int ended;
  assert(tss_create(&key, [](void* value) { ended += *static_cast<int*>(value); }) == thrd_success);
  const auto use = [] {
    ::call_once(&flag, [] { ++made; });
    assert(made == 1 && tss_get(key) == nullptr);
    assert(tss_set(key, &made) == thrd_success && tss_get(key) == &made);
    thrd_yield();
    thrd_exit(3);
    return 0;
  };
  int sum = 0;
  for (int i = 0; i < 2; ++i) sum += c11_together(use);
  io.out = static_cast<std::uint64_t>(10 * sum + ended);
}

}  // namespace tidemark::guest
