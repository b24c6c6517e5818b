// SPDX-License-Identifier: MIT
// Threads as pthreads knows them.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

int ended;
struct CountsEnds {
  ~CountsEnds() { ++ended; }
  int uses = 0;
};
thread_local CountsEnds at_end;

std::string name_of(pthread_t thread) {
  char text[32] = {};
  assert(pthread_getname_np(thread, text, sizeof text) == 0);
  return text;
}

}  // namespace

void result_comes_through_join(Io& io) {
  pthread_t thread;
  const auto add = [](void* value) -> void* {
    return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(value) + 1);
  };
  assert(pthread_create(&thread, nullptr, add, reinterpret_cast<void*>(41)) == 0);
  void* result = nullptr;
  assert(pthread_join(thread, &result) == 0);
  io.out = reinterpret_cast<std::uintptr_t>(result);
}

void exit_ends_the_thread(Io& io) {
  pthread_t thread;
  const auto exits = [](void*) -> void* {
    ++at_end.uses;
    pthread_exit(&ended);
  };
  assert(pthread_create(&thread, nullptr, exits, nullptr) == 0);
  void* result = nullptr;
  assert(pthread_join(thread, &result) == 0 && result == &ended && ended == 1);
  io.out = 1;
}

void identities_differ(Io& io) {
  const pthread_t mine = pthread_self();
  assert(pthread_equal(mine, pthread_self()) != 0);
  pthread_t others[2];
  int* errors[2];
  pid_t numbers[2];
  const auto look = [&](int which) {
    others[which] = pthread_self();
    errors[which] = &errno;
    numbers[which] = gettid();
    errno = which;
    std::this_thread::yield();
    assert(pthread_equal(others[which], pthread_self()) != 0 && errno == which);
  };
  together([&look] { look(0); }, [&look] { look(1); });
  assert(pthread_equal(others[0], others[1]) == 0 && pthread_equal(mine, others[0]) == 0);
  assert(errors[0] != errors[1] && errors[0] != &errno);
  assert(numbers[0] != numbers[1] && numbers[0] != gettid());
  assert(std::this_thread::get_id() != std::thread::id());
  io.out = 1;
}

void names(Io& io) {
  std::thread named([] {
    pthread_setname_np(pthread_self(), "flusher");
    assert(name_of(pthread_self()) == "flusher");
  });
  std::this_thread::yield();
  const std::string before = name_of(named.native_handle());
  assert(before == "thread/1" || before == "flusher");
  named.join();
  io.out = before == "flusher" ? 1 : 0;
}

void stack_is_where_the_attributes_say(Io& io) {
  together([&io] {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t bytes = 0;
    assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
    assert(pthread_attr_getstack(&attributes, &low, &bytes) == 0);
    pthread_attr_destroy(&attributes);
    const auto here = reinterpret_cast<std::uintptr_t>(&attributes);
    const auto begin = reinterpret_cast<std::uintptr_t>(low);
    assert(begin < here && here < begin + bytes && bytes >= 64 * 1024);
    io.out = 1;
  });
}

void detached_thread_runs_on(Io& io) {
  static std::atomic<bool> done;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const auto work = [](void*) -> void* {
    done.store(true);
    return nullptr;
  };
  assert(pthread_create(&thread, &attributes, work, nullptr) == 0);
  pthread_attr_destroy(&attributes);
  while (!done.load()) std::this_thread::yield();
  io.out = 1;
}

void try_join(Io& io) {
  pthread_t thread;
  pthread_create(&thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
  const int result = pthread_tryjoin_np(thread, nullptr);
  assert(result == 0 || result == EBUSY);
  if (result == EBUSY) pthread_join(thread, nullptr);
  io.out = result == 0 ? 1 : 0;
}

void many_threads(Io& io) {
  std::vector<std::thread> threads;
  std::vector<std::uint64_t> done(io.in);
  for (std::uint64_t i = 0; i < io.in; ++i) threads.emplace_back([&done, i] { done[i] = 1; });
  for (std::thread& each : threads) each.join();
  for (const std::uint64_t each : done) io.out += each;
}

void threads_of_threads(Io& io) {
  int sums[2] = {};
  together([&sums] { together([&sums] { sums[0] = 1; }, [&sums] { sums[1] = 2; }); });
  io.out = static_cast<std::uint64_t>(sums[0] + sums[1]);
}

void thread_is_dropped_without_join(Io&) {
  const std::thread dropped([] {});
}

}  // namespace tidemark::guest
