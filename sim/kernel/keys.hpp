// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/kernel/fiber.hpp"

/// Thread-specific values (`pthread_key_create`, `tss_create`) of the world.
namespace tidemark::sim::kernel {

inline constexpr unsigned kKeysMax = 128;
/// Keys of the world are numbered from here, so that the host's own stay apart.
inline constexpr unsigned kFirstKey = 0x10000;

/// A new key, or `kKeysMax` when none is left.
unsigned new_key(void (*destructor)(void*));
bool delete_key(unsigned key);
void* get_key(unsigned key);
bool set_key(unsigned key, void* value);

void run_key_destructors(Fiber& self);
void reset_keys();

}  // namespace tidemark::sim::kernel
