// SPDX-License-Identifier: MIT
// What the library builds on futexes and condition variables: atomic waits, latches, barriers,
// semaphores, futures, stop tokens.
#include <atomic>
#include <barrier>
#include <chrono>
#include <future>
#include <latch>
#include <memory>
#include <semaphore>
#include <stop_token>
#include <thread>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {
using namespace std::chrono_literals;
}

void atomic_wait(Io& io) {
  std::atomic<int> turn{0};
  int data = 0;
  const auto wait = [&] {
    turn.wait(0);
    assert(data == 3);
  };
  together(wait, wait, [&] {
    data = 3;
    turn.store(1);
    turn.notify_all();
  });
  io.out = static_cast<std::uint64_t>(turn.load());
}

void atomic_wait_without_a_notify(Io&) {
  std::atomic<int> turn{0};
  together([&turn] { turn.wait(0); }, [&turn] { turn.store(1); });
}

void atomic_wait_on_eight_bytes(Io& io) {
  std::atomic<std::uint64_t> turn{0};
  together([&turn] { turn.wait(0); },
           [&turn] {
             turn.store(std::uint64_t{1} << 40);
             turn.notify_one();
           });
  io.out = turn.load() >> 40;
}

void latch(Io& io) {
  std::latch ready(2);
  int parts[2] = {};
  together(
      [&] {
        parts[0] = 1;
        ready.count_down();
      },
      [&] {
        parts[1] = 2;
        ready.arrive_and_wait();
      },
      [&] {
        ready.wait();
        io.out = static_cast<std::uint64_t>(parts[0] + parts[1]);
      });
}

void barrier(Io& io) {
  int rounds = 0;
  int parts[2] = {};
  const auto complete = [&rounds]() noexcept { ++rounds; };
  std::barrier meeting(2, complete);
  const auto meet = [&](int mine) {
    for (int i = 1; i <= 3; ++i) {
      parts[mine] = i;
      meeting.arrive_and_wait();
      assert(parts[1 - mine] == i);
      meeting.arrive_and_wait();
    }
  };
  together([&meet] { meet(0); }, [&meet] { meet(1); });
  io.out = static_cast<std::uint64_t>(rounds);
}

void semaphore_as_a_mutex(Io& io) {
  std::counting_semaphore<2> free(1);
  int count = 0;
  const auto add = [&] {
    free.acquire();
    ++count;
    free.release();
  };
  together(add, add, add);
  io.out = static_cast<std::uint64_t>(count);
}

void semaphore_of_two(Io& io) {
  std::counting_semaphore<2> free(2);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  const auto use = [&] {
    free.acquire();
    const int now = ++inside;
    int seen = most.load();
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    --inside;
    free.release();
  };
  together(use, use, use);
  assert(most <= 2);
  io.out = static_cast<std::uint64_t>(most.load());
}

void semaphore_with_a_time_limit(Io& io) {
  std::binary_semaphore signal(0);
  together(
      [&] {
        const auto begin = std::chrono::steady_clock::now();
        io.out = signal.try_acquire_for(2ms) ? 1 : 0;
        assert(io.out == 1 || std::chrono::steady_clock::now() - begin >= 2ms);
      },
      [&signal] { signal.release(); });
}

void promise(Io& io) {
  std::promise<std::unique_ptr<int>> promised;
  auto future = promised.get_future();
  together([&promised] { promised.set_value(std::make_unique<int>(9)); },
           [&] { io.out = static_cast<std::uint64_t>(*future.get()); });
}

void future_may_not_be_ready_in_time(Io& io) {
  std::promise<int> promised;
  auto future = promised.get_future();
  together([&promised] { promised.set_value(1); },
           [&] { io.out = future.wait_for(1ms) == std::future_status::ready ? 1 : 0; });
}

void asynchronous_call(Io& io) {
  auto one = std::async(std::launch::async, [] { return 20; });
  auto other = std::async(std::launch::deferred, [] { return 3; });
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  auto third = task.get_future();
  std::thread runner(std::move(task), 5);
  io.out = static_cast<std::uint64_t>(one.get() + other.get() + third.get());
  runner.join();
}

void stop_callback_runs_once(Io& io) {
  std::atomic<int> calls{0};
  {
    std::jthread worker([&calls](const std::stop_token& stop) {
      const std::stop_callback on_stop(stop, [&calls] { ++calls; });
      while (!stop.stop_requested()) std::this_thread::yield();
    });
    worker.request_stop();
  }
  io.out = static_cast<std::uint64_t>(calls.load());
}

void shared_and_weak_pointers(Io& io) {
  static int alive;
  struct Counted {
    Counted() { ++alive; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --alive; }
    int value = 5;
  };
  auto owner = std::make_shared<Counted>();
  const std::weak_ptr<Counted> watcher = owner;
  std::shared_ptr<Counted> copy = owner;
  together([owner = std::move(owner)]() mutable { owner.reset(); },
           [copy = std::move(copy)]() mutable { copy.reset(); },
           [&] {
             if (const auto held = watcher.lock()) io.out = static_cast<std::uint64_t>(held->value);
           });
  assert(alive == 0 && watcher.expired());
}

}  // namespace tidemark::guest
