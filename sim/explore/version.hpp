// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark::sim::explore {

/// The version of tidemark ("0.1.0"), from the build.
const char* version();

}  // namespace tidemark::sim::explore
