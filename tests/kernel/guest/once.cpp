// SPDX-License-Identifier: MIT
// What happens once: pthread_once, call_once, static guards; and what every thread has of its own.
#include <pthread.h>

#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

pthread_once_t once = PTHREAD_ONCE_INIT;
int made;

struct Made {
  Made() : value(++made) {}
  int value;
};

struct MadeAtSecondTry {
  MadeAtSecondTry() {
    if (++made == 1) throw std::runtime_error("not yet");
  }
};

struct NeedsItself {
  NeedsItself();
};
__attribute__((noinline)) NeedsItself& needs_itself() {
  static NeedsItself one;
  return one;
}
NeedsItself::NeedsItself() {
  if (++made < 3) needs_itself();
}

std::mutex log_mutex;
std::vector<std::string> log;

void write(const std::string& line) {
  const std::lock_guard hold(log_mutex);
  log.push_back(line);
}

struct Noisy {
  explicit Noisy(const char* what) : name(what) {}
  Noisy(const Noisy&) = delete;
  Noisy& operator=(const Noisy&) = delete;
  ~Noisy() { write(std::string("end of ") + name); }
  const char* name;
  int uses = 0;
};

thread_local Noisy first("first");
thread_local Noisy second("second");
thread_local int zero;

pthread_key_t key;
int destroyed;

}  // namespace

void posix_once(Io& io) {
  const auto use = [] {
    pthread_once(&once, [] { ++made; });
    assert(made == 1);
  };
  together(use, use, use);
  io.out = static_cast<std::uint64_t>(made);
}

void call_once_runs_again_after_an_exception(Io& io) {
  static std::once_flag flag;
  static int failures;
  const auto use = [] {
    try {
      std::call_once(flag, [] {
        if (++made == 1) throw std::runtime_error("not yet");
      });
      assert(made == 2);
    } catch (const std::runtime_error&) {
      ++failures;  // one thread alone can come here
    }
  };
  together(use, use, use);
  assert(failures == 1);
  io.out = static_cast<std::uint64_t>(made);
}

void static_is_made_once(Io& io) {
  static int sum;
  static std::mutex mutex;
  const auto use = [] {
    static Made one;
    const std::lock_guard hold(mutex);
    sum += one.value;
  };
  together(use, use, use);
  io.out = static_cast<std::uint64_t>(sum);
}

void static_is_made_again_after_an_exception(Io& io) {
  static int failures;
  const auto use = [] {
    try {
      static MadeAtSecondTry one;
      assert(made == 2);
    } catch (const std::runtime_error&) {
      ++failures;
    }
  };
  together(use, use, use);
  assert(failures == 1);
  io.out = static_cast<std::uint64_t>(made);
}

void static_needs_itself(Io&) { needs_itself(); }

void thread_locals_are_destroyed_in_reverse(Io& io) {
  std::thread([] {
    ++first.uses;
    ++second.uses;
  }).join();
  assert((log == std::vector<std::string>{"end of second", "end of first"}));
  io.out = log.size();
}

void thread_locals_are_each_threads_own(Io& io) {
  zero = 5;
  const auto use = [] {
    assert(zero == 0 && first.uses == 0);
    for (int i = 0; i < 3; ++i) {
      ++zero;
      ++first.uses;
      std::this_thread::yield();
    }
    assert(zero == 3 && first.uses == 3);
  };
  together(use, use);
  together(use);
  assert(zero == 5);
  io.out = log.size();
}

void keys_are_each_threads_own(Io& io) {
  assert(pthread_key_create(&key, [](void* value) {
           assert(pthread_getspecific(key) == nullptr);
           const std::lock_guard hold(log_mutex);
           destroyed += *static_cast<int*>(value);
         }) == 0);
  static int values[] = {1, 2, 4};
  const auto use = [](int which) {
    assert(pthread_getspecific(key) == nullptr);
    assert(pthread_setspecific(key, &values[which]) == 0);
    std::this_thread::yield();
    assert(pthread_getspecific(key) == &values[which]);
  };
  together([use] { use(0); }, [use] { use(1); }, [use] { use(2); });
  assert(pthread_key_delete(key) == 0 && pthread_key_delete(key) != 0);
  assert(pthread_setspecific(key, values) != 0);
  io.out = static_cast<std::uint64_t>(destroyed);
}

// A destructor that sets a value again is called again, but not for ever.
void key_set_again_by_its_destructor(Io& io) {
  pthread_key_create(&key, [](void* value) {
    ++destroyed;
    pthread_setspecific(key, value);
  });
  together([] { pthread_setspecific(key, &destroyed); });
  io.out = static_cast<std::uint64_t>(destroyed);
}

}  // namespace tidemark::guest
