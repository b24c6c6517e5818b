// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark::sim::intercept {

/// Begins (1) or ends (-1) a stretch of the running thread whose plain accesses are not compared
/// with those of others. Stretches nest.
void ignore_accesses(int change);

}  // namespace tidemark::sim::intercept
