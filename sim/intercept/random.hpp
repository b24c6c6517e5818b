// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tidemark::sim::intercept {

/// What `gettid` answers: equal in equal runs.
inline constexpr int kFirstThreadNumber = 1000;

/// A draw of simulated code, from the choice stream.
std::uint64_t draw();
void fill_random(void* out, std::size_t bytes);

}  // namespace tidemark::sim::intercept
