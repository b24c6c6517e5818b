// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tidemark::sim::memory {

/// From now on in this execution, races on these bytes are not reported.
void allow_races(std::uintptr_t address, std::size_t bytes);

/// Any byte of [address, address + bytes) is of such a range.
bool races_allowed(std::uintptr_t address, std::size_t bytes);

}  // namespace tidemark::sim::memory
