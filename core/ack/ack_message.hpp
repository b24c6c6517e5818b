// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/core/ack/batch_id.hpp"
#include "tidemark/core/position/offset.hpp"

namespace tidemark {

/// What became of a batch. Ordered by how bad it is: a batch is as bad as the worst of its handles.
enum class AckStatus : std::uint8_t {
  delivered,  ///< every row was written, filtered or skipped on purpose
  failed,     ///< some row was not: nothing may be committed at or beyond this batch
};

/// The one message that a batch sends when its last handle is gone.
struct AckMessage {
  BatchId batch;
  Offset last_offset;  ///< of the batch, included
  AckStatus status{};

  friend bool operator==(const AckMessage&, const AckMessage&) = default;
};

}  // namespace tidemark
