// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/call_stack.hpp"

#include <unwind.h>

#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

struct Remembered {
  CallStack stack;
  Remembered* next;
  std::uint32_t block;
  BlockEvent event;
};

Remembered* newest = nullptr;

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* raw_into) {
  auto& into = *static_cast<CallStack*>(raw_into);
  const std::uintptr_t pc = _Unwind_GetIP(context);
  if (libc::is_kernel(pc)) return _URC_NO_REASON;
  if (into.depth == CallStack::kDepthMax) return _URC_END_OF_STACK;
  into.places[into.depth++] = pc;
  return _URC_NO_REASON;
}

}  // namespace

void take_call_stack(CallStack& into) {
  const HostHeap heap;
  into.depth = 0;
  if (state.trace->wants_stacks()) _Unwind_Backtrace(add_frame, &into);
}

void remember_call_stack(std::uint32_t block, BlockEvent event) {
  auto* made = pool_new<Remembered>();
  made->next = newest;
  made->block = block;
  made->event = event;
  take_call_stack(made->stack);
  newest = made;
}

CallStack remembered_call_stack(std::uint32_t block, BlockEvent event) {
  for (const Remembered* at = newest; at != nullptr; at = at->next) {
    if (at->block == block && at->event == event) return at->stack;
  }
  return {};
}

void forget_call_stacks() { newest = nullptr; }

}  // namespace tidemark::sim::kernel
