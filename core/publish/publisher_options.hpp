// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "tidemark/core/batch/batch_policy.hpp"
#include "tidemark/core/checkpoint/nack_policy.hpp"
#include "tidemark/core/position/position.hpp"

namespace tidemark {

struct PublisherOptions {
  /// When rows go out together. Default: each by itself.
  BatchPolicy batch = {};
  /// Messages that may be handed over and not settled, counted from the oldest unsettled one.
  /// Beyond it `publish` blocks; one larger batch is let through alone.
  std::int64_t checkpoint_limit = 1024;
  /// What becomes of a batch that the consumer refuses for good.
  NackPolicy on_nack = NackPolicy::drop;
  /// How long `drain` waits before it repeats a checkpoint write that was not confirmed. Everybody
  /// else retries with the next settlement.
  std::chrono::nanoseconds store_retry = std::chrono::milliseconds{100};
  /// The stored position that reading went on from. Nothing at or below it is ever written, so that
  /// the durable position does not go back across generations either.
  std::optional<Position> resumed_from = {};

  /// A sentence that names the first field with a value that makes no sense; empty where all do.
  [[nodiscard]] std::optional<std::string> validate() const;
};

}  // namespace tidemark
