// SPDX-License-Identifier: MIT
// The calls that -fsanitize=thread makes of atomic operations.
#include "tidemark/sim/intercept/atomic_operations.hpp"
#include "tidemark/sim/intercept/register_door.hpp"

namespace {
using namespace tidemark::sim;
using namespace tidemark::sim::intercept;
using namespace tidemark::sim::intercept::atomic;
}  // namespace

#define TIDEMARK_CHANGE(bits, T, name, action, expression)                                        \
  TIDEMARK_REGISTER_DOOR(__tsan_atomic##bits##_##name)                                            \
  T TIDEMARK_BEHIND(__tsan_atomic##bits##_##name)(volatile T * at, T operand, int order) {        \
    const auto change = [operand](T old) {                                                        \
      (void)old;                                                                                  \
      return static_cast<T>(expression);                                                          \
    };                                                                                            \
    if (!state.live) return host_change(at, change);                                              \
    return read_modify_write(at, graph::Action::action, operand, order, TIDEMARK_CALLER, change); \
  }

#define TIDEMARK_COMPARE(bits, T, strength)                                                       \
  TIDEMARK_REGISTER_DOOR(__tsan_atomic##bits##_compare_exchange_##strength)                       \
  int TIDEMARK_BEHIND(__tsan_atomic##bits##_compare_exchange_##strength)(                         \
      volatile T * at, T * expected, T desired, int success, int failure) {                       \
    if (!state.live) return host_swap(at, expected, desired);                                     \
    const T before = compare_exchange(at, *expected, desired, success, failure, TIDEMARK_CALLER); \
    if (before == *expected) return 1;                                                            \
    *expected = before;                                                                           \
    return 0;                                                                                     \
  }

#define TIDEMARK_ATOMIC(bits, T)                                                       \
  TIDEMARK_REGISTER_DOOR(__tsan_atomic##bits##_load)                                   \
  T TIDEMARK_BEHIND(__tsan_atomic##bits##_load)(const volatile T* at, int order) {     \
    return load(at, order, TIDEMARK_CALLER);                                           \
  }                                                                                    \
  TIDEMARK_DOOR void __tsan_atomic##bits##_store(volatile T* at, T value, int order) { \
    store(at, value, order, TIDEMARK_CALLER);                                          \
  }                                                                                    \
  TIDEMARK_CHANGE(bits, T, exchange, exchange, operand)                                \
  TIDEMARK_CHANGE(bits, T, fetch_add, add, old + operand)                              \
  TIDEMARK_CHANGE(bits, T, fetch_sub, subtract, old - operand)                         \
  TIDEMARK_CHANGE(bits, T, fetch_and, bit_and, old& operand)                           \
  TIDEMARK_CHANGE(bits, T, fetch_or, bit_or, old | operand)                            \
  TIDEMARK_CHANGE(bits, T, fetch_xor, bit_xor, old ^ operand)                          \
  TIDEMARK_CHANGE(bits, T, fetch_nand, bit_nand, ~(old & operand))                     \
  TIDEMARK_REGISTER_DOOR(__tsan_atomic##bits##_compare_exchange_val)                   \
  T TIDEMARK_BEHIND(__tsan_atomic##bits##_compare_exchange_val)(                       \
      volatile T * at, T expected, T desired, int success, int failure) {              \
    if (!state.live) {                                                                 \
      host_swap(at, &expected, desired);                                               \
      return expected;                                                                 \
    }                                                                                  \
    return compare_exchange(at, expected, desired, success, failure, TIDEMARK_CALLER); \
  }                                                                                    \
  TIDEMARK_COMPARE(bits, T, strong)                                                    \
  TIDEMARK_COMPARE(bits, T, weak)

TIDEMARK_ATOMIC(8, unsigned char)
TIDEMARK_ATOMIC(16, unsigned short)
TIDEMARK_ATOMIC(32, unsigned)
TIDEMARK_ATOMIC(64, unsigned long)
TIDEMARK_ATOMIC(128, U128)

TIDEMARK_DOOR void __tsan_atomic_thread_fence(int order) {
  if (!state.live) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return;
  }
  KernelScope scope;
  if (state.searching) return graph::fence(static_cast<Order>(order), TIDEMARK_CALLER);
  kernel::point({.kind = OperationKind::fence,
                 .order = static_cast<std::uint8_t>(order),
                 .pc = TIDEMARK_CALLER});
  memory::fence(static_cast<Order>(order));
}

TIDEMARK_DOOR void __tsan_atomic_signal_fence(int) {}
