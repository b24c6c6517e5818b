// SPDX-License-Identifier: MIT
// Virtual time.
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using System = std::chrono::system_clock;

template <class Sleep>
void takes(std::chrono::nanoseconds span, Sleep sleep) {
  const auto begin = Steady::now();
  sleep();
  const auto took = Steady::now() - begin;
  assert(took >= span && took < span + 1s);
}

}  // namespace

void sleeps_of_every_kind(Io&) {
  takes(5h, [] { std::this_thread::sleep_for(5h); });
  takes(1h, [] { std::this_thread::sleep_until(System::now() + 1h); });
  takes(1h, [] { std::this_thread::sleep_until(Steady::now() + 1h); });
  takes(100s, [] { assert(sleep(100) == 0); });
  takes(300ms, [] { assert(usleep(300'000) == 0); });
  takes(2s, [] {
    const timespec span = {.tv_sec = 2, .tv_nsec = 0};
    assert(nanosleep(&span, nullptr) == 0);
  });
  takes(3s, [] {
    timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 3;
    assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == 0);
  });
  takes(0s, [] { std::this_thread::sleep_for(-1s); });
}

void clocks_agree(Io& io) {
  const auto before = System::now();
  timeval of_day;
  timespec spec;
  gettimeofday(&of_day, nullptr);
  assert(timespec_get(&spec, TIME_UTC) == TIME_UTC);
  const std::time_t seconds = std::time(nullptr);
  const auto after = System::now();
  const auto low = System::to_time_t(before);
  const auto high = System::to_time_t(after);
  assert(low <= of_day.tv_sec && of_day.tv_sec <= high);
  assert(low <= spec.tv_sec && spec.tv_sec <= high);
  assert(low <= seconds && seconds <= high && after - before < 1s);
  std::this_thread::sleep_for(7s);
  const auto span = System::now() - after;
  assert(span >= 7s && span < 8s);
  assert(std::clock() > 0);
  io.out = static_cast<std::uint64_t>(seconds);
}

void looks_at_the_wall_clock(Io& io) { io.out = static_cast<std::uint64_t>(std::time(nullptr)); }

void steady_clock_never_goes_back(Io&) {
  std::mutex mutex;
  Steady::time_point latest = Steady::now();
  const auto look = [&] {
    for (int i = 0; i < 5; ++i) {
      const std::lock_guard hold(mutex);
      const auto now = Steady::now();
      assert(now > latest);
      latest = now;
      if (i == 2) std::this_thread::sleep_for(1ms);
    }
  };
  together(look, look);
}

// The sleeper may wake before, between and after the steps of the other thread.
void sleeps_while_another_works(Io& io) {
  std::atomic<std::uint64_t> work{0};
  together(
      [&] {
        std::this_thread::sleep_for(1ms);
        io.out = work.load();
      },
      [&work] {
        for (int i = 0; i < 2; ++i) ++work;
      });
}

void wakes_in_any_order(Io& io) {
  std::atomic<std::uint64_t> order{0};
  const auto wake_after = [&order](std::chrono::milliseconds span, std::uint64_t who) {
    std::this_thread::sleep_for(span);
    std::uint64_t before = order.load();
    while (!order.compare_exchange_weak(before, before * 10 + who)) {
    }
  };
  together([&] { wake_after(1ms, 1); }, [&] { wake_after(2ms, 2); });
  io.out = order.load();
}

void polls_until_a_time(Io& io) {
  const auto poll = [] {
    const auto end = Steady::now() + 200us;
    while (Steady::now() < end) {
    }
  };
  together(poll, [] { std::this_thread::sleep_for(1s); });
  poll();
  io.out = 1;
}

// A timer thread and somebody who cancels it: the callback may not have begun, may be running, may
// be over when the cancellation returns.
void cancelled_timer(Io& io) {
  std::mutex mutex;
  std::condition_variable changed;
  bool cancelled = false;
  std::atomic<std::uint64_t> callback{0};
  std::thread timer([&] {
    std::unique_lock hold(mutex);
    if (changed.wait_for(hold, 1ms, [&cancelled] { return cancelled; })) return;
    hold.unlock();
    callback = 1;
    callback = 2;
  });
  {
    const std::lock_guard hold(mutex);
    cancelled = true;
  }
  changed.notify_one();
  io.out = callback.load();
  timer.join();
}

}  // namespace tidemark::guest
