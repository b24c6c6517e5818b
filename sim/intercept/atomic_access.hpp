// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Atomic operations of simulated code by type, for doors other than the compiler's own. `pc` is
/// the place in the simulated code, orders are as compilers pass them. Outside of a simulation each
/// is done for real.
namespace tidemark::sim::intercept {

template <class T>
T atomic_load(const volatile T* at, int order, std::uintptr_t pc);

template <class T>
void atomic_store(volatile T* at, T value, int order, std::uintptr_t pc);

template <class T>
T atomic_exchange(volatile T* at, T value, int order, std::uintptr_t pc);

/// True when it swapped; else `expected` has become what was there.
template <class T>
bool atomic_compare_exchange(volatile T* at, T& expected, T desired, int success, int failure,
                             std::uintptr_t pc);

}  // namespace tidemark::sim::intercept
