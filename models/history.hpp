// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tidemark/core/position/position.hpp"

namespace tidemark::models {

/// One thing that happened in a world, as seen from outside the code that is judged.
struct Event {
  enum class Kind : std::uint8_t {
    committed,        ///< the source has `row` at `position`; `checkpoint` as `Row::checkpoint`
    drained,          ///< the source has told the reader: nothing follows up to `position`
    pruned,           ///< the source has dropped what is at or before `position`
    confirmed,        ///< the source was told that everything up to `position` is done
    opened,           ///< `owner` starts to read; from `position`, or from the beginning
    read,             ///< `owner` got `row` from the source
    delivered,        ///< the consumer took `row`, as part of `batch`
    settled,          ///< the consumer holds `row` for good, or refused it for good (`rejected`)
    store_requested,  ///< `owner` asked for `position` to be made durable, as `operation`
    stored,           ///< `operation` took effect: `position` is durable
    store_dropped,    ///< `operation` never takes effect
    store_replied,    ///< `owner` was told `reply` about `operation`
    crashed,          ///< `owner` died where it stood
    restarted,        ///< `owner` runs again, as `generation`
    exited,           ///< `owner` ended by itself
    healed,           ///< from here on nothing fails any more
  };
  /// What the client of a store was told.
  enum class Reply : std::uint8_t { ok, failed, unknown };

  Kind kind{};
  Reply reply{};
  bool rejected = false;
  std::uint16_t owner = 0;       ///< the process that acted
  std::uint32_t generation = 0;  ///< its run, one-based, counted up by restarts
  std::uint64_t row = 0;         ///< `Row::id`
  std::uint64_t batch = 0;
  std::uint64_t operation = 0;
  std::optional<Position> position;
  std::optional<Position> checkpoint;
  std::int64_t at_ns = 0;  ///< virtual time
};

/// Everything that happened in one execution, in order: what models read, and all they read.
///
/// A plain value. `version()` grows with each event, so that a reader knows what it has not seen.
class History {
 public:
  void reserve(std::size_t events) { events_.reserve(events); }
  void append(const Event& event) { events_.push_back(event); }

  std::span<const Event> events() const { return events_; }
  std::size_t version() const { return events_.size(); }

 private:
  std::vector<Event> events_;
};

}  // namespace tidemark::models
