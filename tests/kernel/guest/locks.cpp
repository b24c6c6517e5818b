// SPDX-License-Identifier: MIT
// Mutexes and reader-writer locks.
#include <pthread.h>

#include <cerrno>
#include <chrono>
#include <mutex>
#include <shared_mutex>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

using namespace std::chrono_literals;

// A pthread mutex of a type.
struct Typed {
  explicit Typed(int type) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type);
    assert(pthread_mutex_init(&mutex, &attributes) == 0);
    pthread_mutexattr_destroy(&attributes);
  }
  Typed(const Typed&) = delete;
  Typed& operator=(const Typed&) = delete;
  ~Typed() { assert(pthread_mutex_destroy(&mutex) == 0); }
  pthread_mutex_t mutex;
};

timespec in(clockid_t clock, std::chrono::nanoseconds span) {
  timespec at;
  clock_gettime(clock, &at);
  at.tv_nsec += span.count();
  at.tv_sec += at.tv_nsec / 1'000'000'000;
  at.tv_nsec %= 1'000'000'000;
  return at;
}

bool locked_elsewhere(pthread_mutex_t& mutex) {
  bool busy = false;
  together([&] {
    busy = pthread_mutex_trylock(&mutex) == EBUSY;
    if (!busy) pthread_mutex_unlock(&mutex);
  });
  return busy;
}

template <class Mutex>
void add_under(Mutex& mutex, int& count) {
  for (int i = 0; i < 2; ++i) {
    const std::lock_guard hold(mutex);
    ++count;
  }
}

// One holds the lock for a while, `hold` of virtual time; another tries for a millisecond.
template <class Mutex>
void try_for(Io& io, std::chrono::milliseconds hold) {
  Mutex mutex;
  together(
      [&] {
        const std::lock_guard held(mutex);
        if (hold > 0ms) std::this_thread::sleep_for(hold);
      },
      [&] {
        const auto begin = std::chrono::steady_clock::now();
        if (mutex.try_lock_for(1ms)) {
          io.out = 1;
          mutex.unlock();
        } else {
          assert(std::chrono::steady_clock::now() - begin >= 1ms);
        }
      });
}

}  // namespace

void mutex_orders(Io& io) {
  std::mutex mutex;
  int count = 0;
  const auto add = [&] { add_under(mutex, count); };
  together(add, add, add);
  io.out = static_cast<std::uint64_t>(count);
}

void mutex_on_one_side(Io&) {
  std::mutex mutex;
  int count = 0;
  together([&] { add_under(mutex, count); }, [&count] { ++count; });
}

void two_mutexes_for_one_field(Io&) {
  std::mutex one;
  std::mutex other;
  int count = 0;
  together([&] { add_under(one, count); }, [&] { add_under(other, count); });
}

void try_lock_may_fail(Io& io) {
  std::mutex mutex;
  together(
      [&mutex] {
        const std::lock_guard hold(mutex);
        std::this_thread::yield();
      },
      [&] {
        if (!mutex.try_lock()) return;
        io.out = 1;
        mutex.unlock();
      });
}

void recursive_mutex(Io& io) {
  std::recursive_mutex mutex;
  int count = 0;
  const auto add = [&] {
    const std::lock_guard outer(mutex);
    assert(mutex.try_lock());
    add_under(mutex, count);
    mutex.unlock();
  };
  together(add, add);
  io.out = static_cast<std::uint64_t>(count);
}

void recursive_mutex_is_held_until_the_last_unlock(Io&) {
  Typed typed(PTHREAD_MUTEX_RECURSIVE);
  for (int i = 0; i < 3; ++i) assert(pthread_mutex_lock(&typed.mutex) == 0);
  for (int i = 0; i < 3; ++i) {
    assert(locked_elsewhere(typed.mutex));
    assert(pthread_mutex_unlock(&typed.mutex) == 0);
  }
  assert(!locked_elsewhere(typed.mutex));
  assert(pthread_mutex_unlock(&typed.mutex) == EPERM);
}

void errorcheck_mutex(Io&) {
  Typed typed(PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_unlock(&typed.mutex) == EPERM);
  assert(pthread_mutex_lock(&typed.mutex) == 0);
  assert(pthread_mutex_lock(&typed.mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&typed.mutex) == EBUSY);
  together([&typed] { assert(pthread_mutex_unlock(&typed.mutex) == EPERM); });
  assert(pthread_mutex_unlock(&typed.mutex) == 0);
}

void static_initialisers(Io&) {
  static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&checking) == 0);
}

void timed_mutex_held_for_long(Io& io) { try_for<std::timed_mutex>(io, 10ms); }
void timed_mutex_held_for_a_moment(Io& io) { try_for<std::timed_mutex>(io, 0ms); }
void recursive_timed_mutex_held_for_long(Io& io) { try_for<std::recursive_timed_mutex>(io, 10ms); }

void lock_until_a_time_of_a_clock(Io&) {
  Typed typed(PTHREAD_MUTEX_NORMAL);
  pthread_mutex_t* const mutex = &typed.mutex;
  assert(pthread_mutex_lock(mutex) == 0);
  together([mutex] {
    timespec when = in(CLOCK_REALTIME, 5ms);
    assert(pthread_mutex_timedlock(mutex, &when) == ETIMEDOUT);
    when = in(CLOCK_MONOTONIC, 5ms);
    assert(pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &when) == ETIMEDOUT);
    when = {.tv_sec = 1, .tv_nsec = 0};  // long past
    assert(pthread_mutex_timedlock(mutex, &when) == ETIMEDOUT);
  });
  assert(pthread_mutex_unlock(mutex) == 0);
  timespec when = in(CLOCK_REALTIME, 1ms);
  assert(pthread_mutex_timedlock(mutex, &when) == 0 && pthread_mutex_unlock(mutex) == 0);
}

void readers_share(Io& io) {
  std::shared_mutex mutex;
  std::mutex counting;
  int inside = 0;
  const auto read = [&] {
    const std::shared_lock hold(mutex);
    {
      const std::lock_guard count(counting);
      if (++inside == 2) io.out = 1;
    }
    const std::lock_guard count(counting);
    --inside;
  };
  together(read, read);
}

void writer_excludes(Io& io) {
  std::shared_mutex mutex;
  int value = 0;
  int seen[2] = {};
  together([&] { add_under(mutex, value); },
           [&] {
             const std::shared_lock hold(mutex);
             seen[0] = value;
           },
           [&] {
             const std::shared_lock hold(mutex);
             seen[1] = value;
           },
           [&] { add_under(mutex, value); });
  io.out = static_cast<std::uint64_t>(value);
}

void writing_under_a_shared_lock(Io&) {
  std::shared_mutex mutex;
  int value = 0;
  const auto write = [&] {
    const std::shared_lock hold(mutex);
    ++value;
  };
  together(write, write);
}

void shared_timed_mutex(Io& io) {
  std::shared_timed_mutex mutex;
  together(
      [&mutex] {
        const std::lock_guard hold(mutex);
        std::this_thread::sleep_for(10ms);
      },
      [&] {
        if (io.in == 0) {
          io.out = mutex.try_lock_for(1ms) ? 1 : 0;
          if (io.out == 1) mutex.unlock();
        } else {
          io.out = mutex.try_lock_shared_for(1ms) ? 1 : 0;
          if (io.out == 1) mutex.unlock_shared();
        }
      });
}

void several_locks_in_any_order(Io& io) {
  std::mutex a;
  std::mutex b;
  int count = 0;
  together(
      [&] {
        const std::scoped_lock hold(a, b);
        ++count;
      },
      [&] {
        const std::scoped_lock hold(b, a);
        ++count;
      });
  io.out = static_cast<std::uint64_t>(count);
}

void locks_in_opposite_orders(Io&) {
  std::mutex a;
  std::mutex b;
  together(
      [&] {
        const std::lock_guard first(a);
        const std::lock_guard second(b);
      },
      [&] {
        const std::lock_guard first(b);
        const std::lock_guard second(a);
      });
}

}  // namespace tidemark::guest
