// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark {

/// What a terminal nack means: nobody will retry the batch.
enum class NackPolicy {
  /// The rows are given up: the batch counts as settled and the frontier may pass it. What an
  /// operator opts into by switching automatic replay off. The default.
  drop,
  /// The batch stays unsettled for ever: the frontier stops before it, and once the window is full
  /// nothing more is read. Loses nothing, and stalls until somebody restarts.
  pin,
};

}  // namespace tidemark
