// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark::sim::cli {

/// Ctrl-C asks for a stop at the next execution instead of ending the program; a second one ends
/// it.
void catch_interrupts();

/// Whether a stop was asked for.
bool interrupted();

}  // namespace tidemark::sim::cli
