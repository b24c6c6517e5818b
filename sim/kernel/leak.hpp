// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/kernel/process.hpp"

namespace tidemark::sim::kernel {

/// Ends the execution as a leak where a process that ends holds blocks that nothing leads to.
///
/// A block is led to by a word, aligned as a pointer is, that holds an address inside of it and
/// that lies in: a global of the program or of libstdc++; the stack, the thread-local storage or
/// the thread-specific values of a thread that lives, also a detached one or one of another
/// process; what a thread was given to begin with or left for whoever joins it; memory of fakes and
/// models; or a block that is led to itself. What a static object holds to the end is therefore no
/// leak, nor what a detached thread works on. Words that look like addresses count: a leak may be
/// missed, none is made up but for pointers that are kept in pieces or with bits of their own on
/// top.
///
/// Costs nothing where everything was given back.
void check_leaks(const Process& ending);

}  // namespace tidemark::sim::kernel
