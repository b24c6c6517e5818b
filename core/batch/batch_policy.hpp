// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tidemark/core/position/row.hpp"

namespace tidemark {

/// What a processor made of a batch.
enum class ProcessOutcome {
  processed,  ///< the batch holds what is to be sent; empty where everything was filtered on
              ///< purpose
  failed,     ///< its rows are lost from the buffer, and the generation with them (B-5)
};

/// When the rows that were added go out together. Whichever trigger comes first decides; a policy
/// with no trigger at all sends every row by itself.
struct BatchPolicy {
  /// At this many rows. Off unless set.
  std::optional<std::int64_t> count = {};
  /// At this many bytes of payload. Off unless set.
  std::optional<std::int64_t> byte_size = {};
  /// This long after the batch before. Off unless set.
  std::optional<std::chrono::nanoseconds> period = {};
  /// After a row for which this holds. Must not throw; a check that cannot tell says no.
  std::function<bool(const Row&)> check = {};
  /// Runs on every batch that goes out, and may change, filter or refuse it. Called while the
  /// buffer is locked: it must not block. Must not throw.
  std::function<ProcessOutcome(Batch&)> process = {};

  /// The policy in force: `count` is 1 where no trigger is set.
  [[nodiscard]] BatchPolicy effective() const;

  /// A sentence that names the first field with a value that makes no sense; empty where all do.
  [[nodiscard]] std::optional<std::string> validate() const;
};

}  // namespace tidemark
