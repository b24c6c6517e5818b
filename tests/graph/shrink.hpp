// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// Takes threads and operations away, and weakens what remains, as long as the program still fails.
/// What is returned fails, and nothing more can be taken from it.
Program shrink(Program program, const std::function<bool(const Program&)>& fails);

}  // namespace tidemark::oracle
