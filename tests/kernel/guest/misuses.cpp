// SPDX-License-Identifier: MIT
// Rules of the primitives, broken.
#include <pthread.h>

#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <new>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

void* nothing(void*) { return nullptr; }

pthread_t start() {
  pthread_t thread;
  assert(pthread_create(&thread, nullptr, &nothing, nullptr) == 0);
  return thread;
}

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

}  // namespace

void joins_twice(Io&) {
  const pthread_t thread = start();
  pthread_join(thread, nullptr);
  pthread_join(thread, nullptr);
}

void joins_a_detached_thread(Io&) {
  const pthread_t thread = start();
  pthread_detach(thread);
  pthread_join(thread, nullptr);
}

void detaches_twice(Io&) {
  const pthread_t thread = start();
  pthread_detach(thread);
  pthread_detach(thread);
}

void joins_itself(Io&) { assert(pthread_join(pthread_self(), nullptr) == EDEADLK); }

void locks_a_plain_mutex_again(Io&) {
  pthread_mutex_lock(&plain);
  pthread_mutex_lock(&plain);
}

void unlocks_for_another(Io&) {
  pthread_mutex_lock(&plain);
  together([] { pthread_mutex_unlock(&plain); });
}

void unlocks_what_nobody_holds(Io&) { pthread_mutex_unlock(&plain); }

void destroys_a_locked_mutex(Io&) {
  pthread_mutex_lock(&plain);
  pthread_mutex_destroy(&plain);
}

void waits_with_two_mutexes(Io&) {
  const auto wait = [](pthread_mutex_t* mutex) {
    pthread_mutex_lock(mutex);
    pthread_cond_wait(&condition, mutex);
  };
  together([&wait] { wait(&plain); }, [&wait] { wait(&other); });
}

void waits_without_the_mutex(Io&) { pthread_cond_wait(&condition, &plain); }

void destroys_a_condition_in_use(Io&) {
  static bool waiting;
  std::thread waiter([] {
    pthread_mutex_lock(&plain);
    waiting = true;
    pthread_cond_wait(&condition, &plain);
  });
  pthread_mutex_lock(&plain);
  while (!waiting) {
    pthread_mutex_unlock(&plain);
    std::this_thread::yield();
    pthread_mutex_lock(&plain);
  }
  pthread_cond_destroy(&condition);
}

void unlocks_a_shared_lock_nobody_holds(Io&) { pthread_rwlock_unlock(&shared); }

void destroys_a_held_shared_lock(Io&) {
  pthread_rwlock_rdlock(&shared);
  pthread_rwlock_destroy(&shared);
}

void writes_twice_under_a_shared_lock(Io&) {
  assert(pthread_rwlock_wrlock(&shared) == 0);
  assert(pthread_rwlock_wrlock(&shared) == EDEADLK && pthread_rwlock_rdlock(&shared) == EDEADLK);
  assert(pthread_rwlock_trywrlock(&shared) == EBUSY);
  assert(pthread_rwlock_unlock(&shared) == 0);
}

// What a lock was is forgotten with its memory: a fresh one may lie where a locked one was lost.
void locks_where_a_lock_was_lost(Io&) {
  alignas(std::mutex) static unsigned char storage[sizeof(std::mutex)];
  auto* mutex = new (storage) std::mutex;
  mutex->lock();
  assert(pthread_mutex_init(mutex->native_handle(), nullptr) == 0);
  mutex->lock();
  mutex->unlock();
}

}  // namespace tidemark::guest
