// SPDX-License-Identifier: MIT
#pragma once

namespace tidemark {

/// What a stored position says about the row that stands at it.
///
/// The engine only ever speaks of "settled through"; a kind of position whose store wants the next
/// one (`Offset`) converts at the edge.
/// Source: docs/spec, glossary "exclusive resume", "next resume".
enum class ResumeRule {
  exclusive,  ///< everything up to and including it is done: read what is greater
  next,       ///< it is the first that is not done: read from it on
};

}  // namespace tidemark
