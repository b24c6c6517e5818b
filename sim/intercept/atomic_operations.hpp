// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/intercept/plain.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/memory/atomic.hpp"

/// Atomic operations of simulated code, by the type that is as wide. `pc` is the place in the
/// simulated code; orders are as compilers pass them.
namespace tidemark::sim::intercept::atomic {

using memory::Order;
using U128 = unsigned __int128;

template <class T>
struct Words {
  std::uint64_t at[2];
  explicit Words(T value) {
    at[0] = static_cast<std::uint64_t>(value);
    if constexpr (sizeof(T) == 16) {
      at[1] = static_cast<std::uint64_t>(value >> 64);
    } else {
      at[1] = 0;
    }
  }
};

template <class T>
T value_of(const memory::Store& store) {
  if constexpr (sizeof(T) == 16) {
    return static_cast<T>(store.value[0]) | (static_cast<T>(store.value[1]) << 64);
  } else {
    return static_cast<T>(store.value[0]);
  }
}

// Plain memory always holds the newest store.
template <class T>
T memory_value(const volatile T* at) {
  return *const_cast<const T*>(at);
}

// Outside a simulation the operation is done for real, as strongly as possible. Sixteen bytes go
// through compare-and-swap: the compiler has nothing else without a library.
template <class T>
bool host_swap(volatile T* at, T* expected, T desired) {
  if constexpr (sizeof(T) == 16) {
    const T before = __sync_val_compare_and_swap(at, *expected, desired);
    if (before == *expected) return true;
    *expected = before;
    return false;
  } else {
    return __atomic_compare_exchange_n(at, expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  }
}

template <class T, class Change>
T host_change(volatile T* at, Change change) {
  T old{};
  if constexpr (sizeof(T) != 16) old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (!host_swap(at, &old, change(old))) {
  }
  return old;
}

template <class T>
T host_load(const volatile T* at) {
  if constexpr (sizeof(T) == 16) {
    return host_change(const_cast<volatile T*>(at), [](T old) { return old; });
  } else {
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);
  }
}

inline void note_value(std::uint64_t value) {
  kernel::mix(kernel::logical_value(value));
  if (state.trace != nullptr) kernel::trace_value(value);
}

inline void check(memory::Object& location, bool write, std::uintptr_t pc) {
  if (kernel::fiber_count() == 1 || state.ignores_accesses) return;
  memory::check_atomic(location, write, pc);
}

// Announces the operation. When it is this fiber's turn, what is there may have been overwritten.
template <class T>
memory::Object& visit(const volatile T* at, OperationKind kind, Order order, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  if (bad_heap(address, sizeof(T))) kernel::check_heap_slow(address, sizeof(T), pc);
  memory::Object& announced =
      memory::location(address, sizeof(T), Words<T>(memory_value(at)).at, pc);
  kernel::point(
      {.kind = kind, .order = static_cast<std::uint8_t>(order), .object = announced.id, .pc = pc});
  const Words<T> now(memory_value(at));
  if (!announced.dropped && announced.newest->value[0] == now.at[0] &&
      announced.newest->value[1] == now.at[1]) {
    return announced;
  }
  return memory::location(address, sizeof(T), now.at, pc);
}

// While a search runs, the graph has the values, and memory shows the latest of them.
template <class T>
T graph_read(const volatile T* at, graph::Action action, T operand, T expected, Order success,
             Order failure, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  if (bad_heap(address, sizeof(T))) kernel::check_heap_slow(address, sizeof(T), pc);
  memory::Object& object = graph::atomic_at(address, sizeof(T), pc);
  return static_cast<T>(graph::read(object, {.action = action,
                                             .operand = static_cast<std::uint64_t>(operand),
                                             .expected = static_cast<std::uint64_t>(expected),
                                             .success = success,
                                             .failure = failure,
                                             .pc = pc})
                            .value);
}

template <class T>
void graph_write(volatile T* at, T value, Order order, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  if (bad_heap(address, sizeof(T))) kernel::check_heap_slow(address, sizeof(T), pc);
  memory::Object& object = graph::atomic_at(address, sizeof(T), pc);
  graph::write(object, static_cast<std::uint64_t>(value), order, pc);
}

template <class T>
T load(const volatile T* at, int order, std::uintptr_t pc) {
  if (!state.live) return host_load(at);
  KernelScope scope;
  const auto how = static_cast<Order>(order);
  if (state.searching) return graph_read<T>(at, graph::Action::load, 0, 0, how, how, pc);
  memory::Object& location = visit(at, OperationKind::load, how, pc);
  check(location, false, pc);
  const memory::Store& read = memory::choose_store(location, how);
  memory::read_from(read, how);
  const T value = value_of<T>(read);
  note_value(static_cast<std::uint64_t>(value));
  return value;
}

template <class T>
void store(volatile T* at, T value, int order, std::uintptr_t pc) {
  if (!state.live) {
    host_change(at, [value](T) { return value; });
    return;
  }
  KernelScope scope;
  const auto how = static_cast<Order>(order);
  if (state.searching) return graph_write(at, value, how, pc);
  memory::Object& location = visit(at, OperationKind::store, how, pc);
  check(location, true, pc);
  memory::append_store(location, Words<T>(value).at, how, false);
  *at = value;
  note_value(static_cast<std::uint64_t>(value));
}

template <class T, class Change>
T read_modify_write(volatile T* at, graph::Action action, T operand, int order, std::uintptr_t pc,
                    Change change) {
  KernelScope scope;
  const auto how = static_cast<Order>(order);
  if (state.searching) return graph_read<T>(at, action, operand, 0, how, how, pc);
  memory::Object& location = visit(at, OperationKind::read_modify_write, how, pc);
  check(location, true, pc);
  memory::read_from(*location.newest, how);
  const T before = memory_value(at);
  const T after = change(before);
  memory::append_store(location, Words<T>(after).at, how, true);
  *at = after;
  note_value(static_cast<std::uint64_t>(before));
  return before;
}

template <class T>
T compare_exchange(volatile T* at, T expected, T desired, int success, int failure,
                   std::uintptr_t pc) {
  KernelScope scope;
  const auto how = static_cast<Order>(success);
  if (state.searching) {
    return graph_read(at, graph::Action::compare_exchange, desired, expected, how,
                      static_cast<Order>(failure), pc);
  }
  memory::Object& location = visit(at, OperationKind::compare_exchange, how, pc);
  const auto otherwise = static_cast<Order>(failure);
  // One that fails is a load, and may fail because what it reads is old.
  const memory::Store& read = memory::choose_store(location, otherwise, Words<T>(expected).at);
  const T before = value_of<T>(read);
  if (before == expected) {
    check(location, true, pc);
    memory::read_from(read, how);
    memory::append_store(location, Words<T>(desired).at, how, true);
    *at = desired;
  } else {
    check(location, false, pc);
    memory::read_from(read, otherwise);
  }
  note_value(static_cast<std::uint64_t>(before));
  return before;
}

template <class T>
T exchange(volatile T* at, T value, int order, std::uintptr_t pc) {
  const auto change = [value](T) { return value; };
  if (!state.live) return host_change(at, change);
  return read_modify_write(at, graph::Action::exchange, value, order, pc, change);
}

/// True when it swapped; `expected` becomes what was there.
template <class T>
bool swap_if(volatile T* at, T& expected, T desired, int success, int failure, std::uintptr_t pc) {
  if (!state.live) return host_swap(at, &expected, desired);
  const T before = compare_exchange(at, expected, desired, success, failure, pc);
  const bool swapped = before == expected;
  expected = before;
  return swapped;
}

}  // namespace tidemark::sim::intercept::atomic
