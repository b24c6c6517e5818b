// SPDX-License-Identifier: MIT
#pragma once

// Asserting is how a body says that something must not be.
#undef NDEBUG
#include <cassert>
#include <thread>
#include <utility>

#include "tidemark/tests/kernel/guest/bodies.hpp"

namespace tidemark::guest {

/// Runs functions in a thread each and joins them.
template <class... Functions>
void together(Functions... functions) {
  std::thread threads[] = {std::thread(std::move(functions))...};
  for (std::thread& each : threads) each.join();
}

}  // namespace tidemark::guest
