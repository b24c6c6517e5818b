// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tidemark::sim {

/// Ends the execution because the scenario itself is wrong; `sentence` says how. Such an execution
/// has no verdict. Called inside an execution only.
[[noreturn]] void misuse(const std::string& sentence);

/// The sentence of the last execution, or null; kept outside the world's memory.
const char* misuse_of_last_run();

/// Forgets it, before an execution begins.
void clear_misuse();

}  // namespace tidemark::sim
