// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "tidemark/models/history.hpp"

namespace tidemark::sim {

/// Writes an event as a trace shows it ("delivered row 3 at 42"); returns `buffer`.
const char* to_text(const models::Event& event, char* buffer, std::size_t size_bytes);

}  // namespace tidemark::sim
