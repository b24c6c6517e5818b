// SPDX-License-Identifier: MIT
// Condition variables.
#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

using namespace std::chrono_literals;

template <class Mutex, class Condition>
struct Gate {
  Mutex mutex;
  Condition changed;
  bool open = false;
  int data = 0;

  void let_in() {
    data = 7;
    {
      const std::lock_guard hold(mutex);
      open = true;
    }
    changed.notify_one();
  }
};
using PlainGate = Gate<std::mutex, std::condition_variable>;

template <class G>
void pass_through(Io& io) {
  G gate;
  together(
      [&] {
        std::unique_lock hold(gate.mutex);
        gate.changed.wait(hold, [&gate] { return gate.open; });
        io.out = static_cast<std::uint64_t>(gate.data);
      },
      [&gate] { gate.let_in(); });
}

// What a timed wait says when somebody may open the gate in time, or not: 1 is "opened".
template <class Wait>
void wait_for_a_while(Io& io, Wait wait) {
  PlainGate gate;
  together(
      [&] {
        std::unique_lock hold(gate.mutex);
        io.out = wait(gate, hold) ? 1 : 0;
        assert(hold.owns_lock());
      },
      [&gate] { gate.let_in(); });
}

template <class Clock>
bool wait_until(PlainGate& gate, std::unique_lock<std::mutex>& hold) {
  const auto end = Clock::now() + 3ms;
  while (!gate.open) {
    if (gate.changed.wait_until(hold, end) == std::cv_status::timeout) {
      assert(Clock::now() >= end);
      return gate.open;
    }
  }
  return true;
}

}  // namespace

void waits_for_a_predicate(Io& io) { pass_through<PlainGate>(io); }
void waits_on_any_lock(Io& io) {
  pass_through<Gate<std::shared_mutex, std::condition_variable_any>>(io);
}

void wake_up_is_lost(Io&) {
  std::mutex mutex;
  std::condition_variable changed;
  together(
      [&] {
        std::unique_lock hold(mutex);
        changed.wait(hold);  // whatever was said before is over
      },
      [&changed] { changed.notify_one(); });
}

void flag_is_set_outside_the_mutex(Io&) {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;
  together(
      [&] {
        std::unique_lock hold(mutex);
        while (!open) changed.wait(hold);
      },
      [&] {
        open = true;
        changed.notify_one();
      });
}

void timed_wait_with_a_predicate(Io& io) {
  wait_for_a_while(io, [](PlainGate& gate, auto& hold) {
    return gate.changed.wait_for(hold, 2ms, [&gate] { return gate.open; });
  });
}
void timed_wait_on_the_steady_clock(Io& io) {
  wait_for_a_while(io, &wait_until<std::chrono::steady_clock>);
}
void timed_wait_on_the_system_clock(Io& io) {
  wait_for_a_while(io, &wait_until<std::chrono::system_clock>);
}

void timed_wait_on_the_clock_of_the_condition(Io& io) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, io.in == 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME);
  pthread_cond_t condition;
  pthread_cond_init(&condition, &attributes);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  timespec when;
  clock_gettime(io.in == 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME, &when);
  when.tv_sec += 5;
  const auto begin = std::chrono::steady_clock::now();
  pthread_mutex_lock(&mutex);
  io.out = static_cast<std::uint64_t>(pthread_cond_timedwait(&condition, &mutex, &when));
  pthread_mutex_unlock(&mutex);
  const auto span = std::chrono::steady_clock::now() - begin;
  assert(span > 4s && span < 6s);
  assert(pthread_cond_destroy(&condition) == 0);
}

// Three wait, one is woken first; then all.
void one_of_three_is_woken(Io& io) {
  std::mutex mutex;
  std::condition_variable changed;
  std::condition_variable arrived;
  std::uint64_t waiting = 0;
  std::vector<std::uint64_t> woken;
  const auto wait = [&](std::uint64_t who) {
    std::unique_lock hold(mutex);
    ++waiting;
    arrived.notify_one();
    changed.wait(hold);
    woken.push_back(who);
    arrived.notify_one();
  };
  together([&wait] { wait(1); }, [&wait] { wait(2); }, [&wait] { wait(3); },
           [&] {
             std::unique_lock hold(mutex);
             arrived.wait(hold, [&] { return waiting == 3; });
             changed.notify_one();
             arrived.wait(hold, [&] { return woken.size() == 1; });
             changed.notify_all();
           });
  assert(woken.size() == 3);
  io.out = woken[0];
}

void an_interloper_may_lock_first(Io& io) {
  PlainGate gate;
  int passes = 0;
  together(
      [&] {
        std::unique_lock hold(gate.mutex);
        gate.changed.wait(hold, [&gate] { return gate.open; });
        io.out = static_cast<std::uint64_t>(++passes);
      },
      [&gate] { gate.let_in(); },
      [&] {
        const std::lock_guard hold(gate.mutex);
        ++passes;
      });
}

void waits_until_told_to_stop(Io& io) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::jthread waiter([&](const std::stop_token& stop) {
    std::unique_lock hold(mutex);
    io.out = changed.wait(hold, stop, [] { return false; }) ? 2 : 1;
  });
  waiter.request_stop();
  waiter.join();
}

void notifies_at_the_end_of_the_thread(Io& io) {
  PlainGate gate;
  std::thread opener([&gate] {
    std::unique_lock hold(gate.mutex);
    gate.open = true;
    std::notify_all_at_thread_exit(gate.changed, std::move(hold));
  });
  std::unique_lock hold(gate.mutex);
  gate.changed.wait(hold, [&gate] { return gate.open; });
  io.out = 1;
  hold.unlock();
  opener.join();
}

}  // namespace tidemark::guest
