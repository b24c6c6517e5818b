// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

#include <cstdint>

namespace tidemark::sim::intercept {

/// Threads of the world; results as of pthreads.
int create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*entry)(void*),
                  void* argument, std::uintptr_t pc);
int join_thread(pthread_t thread, void** result, bool trying, std::uintptr_t pc);
int detach_thread(pthread_t thread, std::uintptr_t pc);

}  // namespace tidemark::sim::intercept
