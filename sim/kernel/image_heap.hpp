// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// Blocks that the world's modules allocate while the program is loaded: texts, vectors and tables
/// that their global objects own. They belong to the globals: put back together with them, watched
/// for races, and never given back, since the next execution finds them in use again.
namespace tidemark::sim::kernel::image {

/// A world's module is being loaded, and no execution was prepared yet.
extern bool loading;

/// A world's module, named by an address of its code, begins to run its constructors.
void module_begins(std::uintptr_t pc);

/// While loading: the caller's call stack goes through a world's module.
bool is_wanted();

/// A block that lasts as long as the program. Null when there is no room.
void* allocate(std::size_t bytes, std::size_t alignment);

std::size_t size_of(const void* block);

/// Ends the loading: what was allocated is from now on kept with the globals.
void seal();

}  // namespace tidemark::sim::kernel::image
