// SPDX-License-Identifier: MIT
// Small programs given as data, run by instrumented code. A loop over operations is also the harder
// case for whoever tells states of a thread apart by its machine state.
#include "tidemark/tests/graph/guest/interpreter.hpp"

#include <pthread.h>

#include <atomic>
#include <type_traits>

namespace tidemark::guest {
namespace {

using oracle::Action;
using oracle::Operation;
using oracle::Thread;

std::atomic<int> locations[oracle::kLocations];
pthread_mutex_t mutexes[oracle::kMutexes] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

template <std::memory_order kOrder>
using Constant = std::integral_constant<std::memory_order, kOrder>;

// A compiler takes an order that is not constant for seq_cst.
template <class Do>
int with_order(oracle::Order order, Do&& act) {
  switch (order) {
    case oracle::relaxed: return act(Constant<std::memory_order_relaxed>{});
    case oracle::consume: return act(Constant<std::memory_order_consume>{});
    case oracle::acquire: return act(Constant<std::memory_order_acquire>{});
    case oracle::release: return act(Constant<std::memory_order_release>{});
    case oracle::acq_rel: return act(Constant<std::memory_order_acq_rel>{});
    case oracle::seq_cst: return act(Constant<std::memory_order_seq_cst>{});
  }
  __builtin_unreachable();
}

template <class Do>
int with_load_order(oracle::Order order, Do&& act) {
  switch (order) {
    case oracle::consume: return act(Constant<std::memory_order_consume>{});
    case oracle::acquire: return act(Constant<std::memory_order_acquire>{});
    case oracle::seq_cst: return act(Constant<std::memory_order_seq_cst>{});
    default: return act(Constant<std::memory_order_relaxed>{});
  }
}

template <class Do>
int with_store_order(oracle::Order order, Do&& act) {
  switch (order) {
    case oracle::release: return act(Constant<std::memory_order_release>{});
    case oracle::seq_cst: return act(Constant<std::memory_order_seq_cst>{});
    default: return act(Constant<std::memory_order_relaxed>{});
  }
}

int compare_exchange(std::atomic<int>& at, const Operation& op) {
  return with_order(op.order, [&](auto success) {
    return with_load_order(op.failure, [&](auto failure) {
      int expected = op.expected;
      at.compare_exchange_strong(expected, op.value, success(), failure());
      return expected;
    });
  });
}

// What was read, of operations that read.
int access(std::atomic<int>& at, const Operation& op) {
  switch (op.action) {
    case Action::load: return with_load_order(op.order, [&](auto o) { return at.load(o()); });
    case Action::await:
      return with_load_order(op.order, [&](auto o) {
        int value = 0;
        do {
          value = at.load(o());
        } while (value != op.value);
        return value;
      });
    case Action::fetch_add:
      return with_order(op.order, [&](auto o) { return at.fetch_add(op.value, o()); });
    case Action::exchange:
      return with_order(op.order, [&](auto o) { return at.exchange(op.value, o()); });
    case Action::compare_exchange: return compare_exchange(at, op);
    default:
      return with_store_order(op.order, [&](auto o) {
        at.store(op.value, o());
        return 0;
      });
  }
}

void fence(const Operation& op) {
  with_order(op.order, [](auto order) {
    std::atomic_thread_fence(order());
    return 0;
  });
}

void wait(const Operation& op) {
  const std::atomic<int>& at = locations[op.place];
  while ((at.load(std::memory_order_relaxed) == op.value) == op.if_equal) {
    pthread_cond_wait(&condition, &mutexes[0]);
  }
}

void run(const Thread& thread) {
  int registers[oracle::kRegisters] = {};
  for (std::size_t next = 0; next < thread.size(); ++next) {
    const Operation& op = thread[next];
    switch (op.action) {
      case Action::store: access(locations[op.place], op); break;
      case Action::fence: fence(op); break;
      case Action::lock: pthread_mutex_lock(&mutexes[op.place - oracle::m]); break;
      case Action::unlock: pthread_mutex_unlock(&mutexes[op.place - oracle::m]); break;
      case Action::skip:
        if ((registers[op.result] == op.value) == op.if_equal) next += op.skipped;
        break;
      case Action::wait: wait(op); break;
      case Action::notify_one: pthread_cond_signal(&condition); break;
      case Action::notify_all: pthread_cond_broadcast(&condition); break;
      default: registers[op.result] = access(locations[op.place], op);
    }
  }
}

void* enter(void* thread) {
  run(*static_cast<const Thread*>(thread));
  return nullptr;
}

}  // namespace

void interpret(const Script& script) {
  pthread_t threads[oracle::kThreadsMax];
  const std::size_t count = script.creation.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Thread& thread = script.program->threads[script.creation[i]];
    pthread_create(&threads[i], nullptr, enter, const_cast<Thread*>(&thread));
  }
  for (std::size_t i = 0; i < count; ++i) pthread_join(threads[i], nullptr);
}

std::array<std::uintptr_t, oracle::kPlaces> addresses() {
  std::array<std::uintptr_t, oracle::kPlaces> result{};
  for (std::size_t i = 0; i < oracle::kLocations; ++i) {
    result[i] = reinterpret_cast<std::uintptr_t>(&locations[i]);
  }
  for (std::size_t i = 0; i < oracle::kMutexes; ++i) {
    result[oracle::kLocations + i] = reinterpret_cast<std::uintptr_t>(&mutexes[i]);
  }
  return result;
}

std::uintptr_t condition_address() { return reinterpret_cast<std::uintptr_t>(&condition); }

}  // namespace tidemark::guest
