// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/tracing.hpp"

/// What every interposed function has in common. A door does one of two things: outside a
/// simulation, or in the host's code, it calls the real function; for simulated code it turns the
/// call into an operation of the kernel.
#define TIDEMARK_DOOR extern "C" __attribute__((visibility("default")))

/// The place in the simulated code that came through the door.
#define TIDEMARK_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

/// The real function of that name, found once.
#define TIDEMARK_REAL(name)                                                                       \
  ([]() noexcept {                                                                                \
    static decltype(&::name) found;                                                               \
    if (found == nullptr) {                                                                       \
      found =                                                                                     \
          reinterpret_cast<decltype(&::name)>(::tidemark::sim::kernel::libc::next_symbol(#name)); \
    }                                                                                             \
    return found;                                                                                 \
  }())

namespace tidemark::sim::intercept {

using kernel::KernelScope;
using kernel::Operation;
using kernel::OperationKind;
using kernel::state;

/// Ends the execution: the simulated program asked for what the world cannot carry.
[[noreturn]] void refuse(const char* call, std::uintptr_t pc);

/// Ends the execution: the simulated program broke a rule of the primitive it uses.
[[noreturn]] void misuse(const char* what, std::uintptr_t pc);

/// Ends the execution as the program's own doing.
[[noreturn]] void end_program(kernel::Category category, std::uintptr_t pc);

}  // namespace tidemark::sim::intercept
