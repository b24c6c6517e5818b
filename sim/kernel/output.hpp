// SPDX-License-Identifier: MIT
#pragma once

/// The world's output: swallowed while exploring, shown in a replay. The descriptors stay as they
/// are; what the world writes is stopped at the doors that print (sim/intercept/output.cpp), so
/// that an execution makes no system call and nothing has to be undone when the host prints.
namespace tidemark::sim::kernel {

inline bool output_shown = false;

}  // namespace tidemark::sim::kernel
