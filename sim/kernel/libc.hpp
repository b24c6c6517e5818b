// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

/// The real functions behind the doors, for code that is not being simulated.
namespace tidemark::sim::kernel::libc {

/// The next definition of `name` after this object, newest version; never null.
void* next_symbol(const char* name);

/// True when `address` is code of libc itself.
bool is_libc(std::uintptr_t address);

/// True when `address` is code of the kernel's own object.
bool is_kernel(std::uintptr_t address);

int real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*entry)(void*),
                        void* argument);

/// Finds the text ranges above. Called at load and again at `prepare`.
void find_ranges();

}  // namespace tidemark::sim::kernel::libc

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}
