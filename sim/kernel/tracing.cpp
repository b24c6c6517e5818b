// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/tracing.hpp"

#include <unwind.h>

#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* into) {
  auto& self = *static_cast<Fiber*>(into);
  const std::uintptr_t pc = _Unwind_GetIP(context);
  if (libc::is_kernel(pc)) return _URC_NO_REASON;
  if (self.stack_depth == Fiber::kStackDepthMax) return _URC_END_OF_STACK;
  self.stack[self.stack_depth++] = pc;
  return _URC_NO_REASON;
}

}  // namespace

void capture_stack(Fiber& self) {
  if (!state.trace->wants_stacks()) return;
  HostHeap heap;
  self.stack_depth = 0;
  _Unwind_Backtrace(add_frame, &self);
}

void trace_step(const Fiber& next, std::uint64_t index, bool preemption) {
  StepView view;
  view.index = index;
  view.fiber = next.id;
  view.process = next.process->id;
  view.operation = next.pending;
  view.now_ns = virtual_now_ns;
  view.preemption = preemption;
  view.hash = state.hash;
  view.stack = next.stack;
  view.stack_depth = next.stack_depth;
  HostHeap heap;
  state.trace->on_step(view);
}

void trace_time() { note(NoteKind::time, "time moves to the next deadline"); }

void trace_value(std::uint64_t value) {
  if (state.trace == nullptr) return;
  HostHeap heap;
  state.trace->on_value(state.current->id, value);
}

void note(NoteKind kind, const char* text) {
  if (state.trace == nullptr) return;
  HostHeap heap;
  state.trace->on_note(current_fiber(), kind, text);
}

bool tracing() { return state.trace != nullptr; }

}  // namespace tidemark::sim::kernel
