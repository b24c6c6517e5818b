// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark::sim::kernel {

/// Ends the process with exit code 70: a fault of the harness or of the machine under it, never of
/// the code being simulated. Writes one sentence to the real standard error.
[[noreturn]] void panic(const char* sentence);

/// The harness' own standard error, whatever the world's output was sent to.
int host_stderr();
void set_host_stderr(int descriptor);

}  // namespace tidemark::sim::kernel
