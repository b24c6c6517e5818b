// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

#include "tidemark/core/ports/consumer.hpp"

namespace tidemark::sim {
class World;
}

namespace tidemark::fake {

enum class AckOrder : std::uint8_t {
  in_order,  ///< the oldest batch first
  any,       ///< whichever, by choice
};

enum class Life : std::uint8_t {
  alive,
  silent,  ///< takes everything and settles nothing, ever
  dead,    ///< takes nothing: a peer that is gone and not yet known to be
};

struct ConsumerOptions {
  AckOrder ack_order = AckOrder::in_order;
  Life life = Life::alive;
  /// Batches that a dead consumer takes, and settles, before it dies.
  std::uint32_t dies_after = 0;
  /// Threads of the consumer that settle, in each run of the process that delivers.
  std::uint32_t settlers = 1;
  /// Batches it holds unsettled before it takes no more; 0: no bound.
  std::uint32_t in_flight_max = 0;
  /// Batches that it may refuse for good.
  std::uint32_t nacks_max = 0;
  /// Batches that it may settle a second time, later.
  std::uint32_t double_acks_max = 0;
  /// Batches that it may settle only when the source was opened again, or after `late_by`.
  std::uint32_t late_acks_max = 0;
  std::chrono::nanoseconds late_by = std::chrono::seconds(1);
  /// Hand-overs that may fail because it has gone away; the next one finds it back.
  std::uint32_t lost_sends_max = 0;
  /// Batches that it may never settle; the end of the faulty phase releases them.
  std::uint32_t never_acks_max = 0;
};

/// Takes batches and settles them, from threads of its own inside the process that delivered them.
///
/// Handing over is a rendezvous: `send` returns when the batch is taken. A row that is settled
/// stays held across every crash; the acknowledgements still owed die with the process.
/// Misbehaviour is bounded by counts and chosen batch by batch.
class Consumer final : public ::tidemark::Consumer {
 public:
  explicit Consumer(sim::World& world, const ConsumerOptions& options = {});
  ~Consumer() override;
  Consumer(const Consumer&) = delete;
  Consumer& operator=(const Consumer&) = delete;

  [[nodiscard]] SendOutcome send(Batch batch, Settle settle, const std::stop_token& stop) override;

  /// How many batches were taken, and how few rows one of them had; 0 where there is none.
  std::uint64_t taken() const;
  std::uint64_t smallest_batch() const;
  /// How many batches were settled while an older one of the same run was not, so far.
  std::uint32_t out_of_order() const;
  /// How many batches were refused, settled twice, or settled late, so far.
  std::uint32_t rejected() const;
  std::uint32_t settled_twice() const;
  std::uint32_t settled_late() const;
  /// How many hand-overs found it gone, so far.
  std::uint32_t lost_sends() const;
  /// The largest number of settlements under way at once.
  std::uint32_t concurrent_settlements_max() const;
  /// Settlements whose checkpoint write did not end well, as the consumer was told.
  std::uint32_t errors_surfaced() const;
  /// Batches that a process had handed over and that were not settled when it crashed.
  std::uint32_t abandoned() const;
  /// Batches taken and not yet settled, in the runs that are alive.
  std::uint32_t unsettled() const;

 private:
  struct State;
  State* state_;  // in world memory, dropped with it
};

}  // namespace tidemark::fake
