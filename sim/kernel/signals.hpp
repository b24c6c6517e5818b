// SPDX-License-Identifier: MIT
#pragma once

/// Signals the machine sends the simulated program: a guard page, a null pointer, an abort inside
/// libc, a loop without a single hook. Each ends the execution with a verdict, not the process.
namespace tidemark::sim::kernel {

void install_signal_handlers();

}  // namespace tidemark::sim::kernel
