// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

#include <cstdint>

namespace tidemark::sim::intercept {

/// Waits on a condition of the world; results as of pthreads. A negative deadline is none.
int wait_on_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, std::int64_t deadline_ns,
                      std::uintptr_t pc);

/// Wakes one waiter, which is a choice, or all.
int notify_condition(pthread_cond_t* condition, bool all, std::uintptr_t pc);

/// Forgets a condition; ends the execution as misuse where somebody waits on it.
void destroy_condition(pthread_cond_t* condition, std::uintptr_t pc);

}  // namespace tidemark::sim::intercept
