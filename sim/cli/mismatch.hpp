// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "tidemark/sim/choice/token.hpp"
#include "tidemark/sim/explore/result.hpp"
#include "tidemark/sim/report/diagnostic.hpp"
#include "tidemark/sim/report/recording.hpp"

namespace tidemark::sim::cli {

/// Whether a replayed run is the recorded one; otherwise where they part, what was expected and
/// what came. `failure` is the kernel's, for runs that ended because a choice did not fit; may be
/// null.
std::optional<report::Diagnostic> compare(const report::Recording& recorded,
                                          const explore::FailureRecord& came,
                                          const kernel::Failure* failure);

/// The same for a token, which only knows marks of the run it stands for.
std::optional<report::Diagnostic> compare(const choice::Token& recorded,
                                          const explore::FailureRecord& came);

}  // namespace tidemark::sim::cli
