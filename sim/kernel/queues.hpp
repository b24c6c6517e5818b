// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/choice/source.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/tracing.hpp"

/// Who may run and who waits: what scheduling and waiting share, and nobody else.
namespace tidemark::sim::kernel {

struct Queues {
  choice::FiberSet runnable;
  choice::FiberSet awaiting;  ///< blocked inside a fake until a predicate holds
  choice::PendingView pending[choice::option::kFibersMax];
  std::uint32_t awaiting_count = 0;
  std::uint32_t deadline_count = 0;  ///< fibers that wait with a deadline
  bool every_point = false;  ///< the source is asked at each, and told what operations may reach
};
extern Queues queues;

/// Chooses who goes on and switches there; returns when the running fiber is chosen again.
void run_next();

/// Time reaches the next deadline: whoever waited for it may run.
void advance_time();

/// Wakes the fibers inside fakes whose predicate the last step made true. They are ordered after
/// that step.
void look_at_awaiting();

inline bool writes(OperationKind kind) {
  return kind != OperationKind::load && kind != OperationKind::plain_read &&
         kind != OperationKind::clock;
}

/// The same with what the operation may depend on.
choice::PendingView view_of(const Operation& operation);

inline void announce(Fiber& self, const Operation& operation) {
  self.pending = operation;
  queues.pending[self.id] = {operation.object, writes(operation.kind)};
  if (queues.every_point) queues.pending[self.id] = view_of(operation);
  state.plain_run = 0;
  if (state.trace != nullptr) capture_stack(self);
}

inline void set_deadline(Fiber& self, std::int64_t deadline_ns) {
  if (self.deadline_ns >= 0) --queues.deadline_count;
  if (deadline_ns >= 0) ++queues.deadline_count;
  self.deadline_ns = deadline_ns;
}

inline void set_blocked(Fiber& self) {
  self.state = Fiber::State::blocked;
  queues.runnable.erase(self.id);
}

inline bool can_take(const memory::Object& lock, bool shared) {
  return lock.owner == memory::kNobody && (shared || lock.readers == 0);
}

}  // namespace tidemark::sim::kernel
