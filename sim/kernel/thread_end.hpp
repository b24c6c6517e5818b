// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/kernel/fiber.hpp"

/// The end of a thread: destructors of its `thread_local`s and of its thread-specific values run in
/// guest mode, then whoever joins it may go on.
namespace tidemark::sim::kernel {

[[noreturn]] void end_thread(Fiber& self);

/// Remembers a destructor of a `thread_local` of the running fiber.
void at_thread_end(void (*run)(void*), void* object);

/// Runs the registered destructors of the running fiber now.
void run_thread_destructors(Fiber& self);

}  // namespace tidemark::sim::kernel
