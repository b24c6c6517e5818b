// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "tidemark/models/history.hpp"
#include "tidemark/sim/fake/consumer.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/world/stage.hpp"

/// The inside of `Consumer`, for its own two files: who holds what, and how it is settled.
namespace tidemark::fake {

/// A batch in the hands of the consumer. `settle` belongs to the process that delivered it: once
/// that process is gone it is neither called nor destroyed.
struct Held {
  std::vector<std::uint64_t> rows;
  Settle settle;
  std::uint64_t batch = 0;
  sim::kernel::ProcessId process = 0;
  std::uint64_t sessions = 0;  ///< how often the source had been opened when it was taken
  bool settled = false;        ///< waits to be settled a second time
  bool kept_back = false;      ///< is never settled, as long as faults are on
};

/// What a fiber of the consumer is told when it starts.
struct Errand {
  void* consumer;
  sim::kernel::ProcessId process;
  Held* batch;
};

struct Consumer::State {
  sim::Stage& stage;
  ConsumerOptions options;
  sim::kernel::ObjectId object;
  std::vector<Held*> held = {};       // in order of hand-over; not under settlement
  std::vector<Held*> unsettled = {};  // in order of hand-over; whoever has them
  std::vector<sim::kernel::ProcessId> with_settlers = {};  // runs whose settlers exist
  std::uint64_t batches = 0;
  std::uint64_t smallest_batch = 0;
  std::vector<sim::kernel::ProcessId> settling = {};  // one entry a settlement under way
  std::uint32_t settling_max = 0;
  std::uint32_t out_of_order = 0;
  std::uint32_t rejected = 0;
  std::uint32_t settled_twice = 0;
  std::uint32_t settled_late = 0;
  std::uint32_t lost_sends = 0;
  std::uint32_t errors_surfaced = 0;
  std::uint32_t abandoned = 0;

  bool can_take() const;
  bool lose_send();
  std::uint64_t sessions_of(sim::kernel::ProcessId process) const;
  void take(const Batch& batch, Settle settle);
  void hire(sim::kernel::ProcessId process);
  Held* pick(sim::kernel::ProcessId process);
  void settle_some(sim::kernel::ProcessId process);
  void settle_one(Held& batch);
  void settle_late_one(Held& batch);
  void call(Held& batch, Settlement how);
  void record(models::Event::Kind kind, const Held& batch, bool was_rejected);
  void process_gone(sim::kernel::ProcessId process, sim::Stage::End end);
  void heal();
};

}  // namespace tidemark::fake
