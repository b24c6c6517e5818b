// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/fiber.hpp"

#include <xmmintrin.h>

#include <boost/context/detail/fcontext.hpp>

#include "tidemark/sim/graph/spin.hpp"
#include "tidemark/sim/kernel/donor.hpp"
#include "tidemark/sim/kernel/queues.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/shake.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

State state;
Fiber fiber_table[layout::kStacks];
std::size_t fibers_used = 0;

namespace {

namespace bc = boost::context::detail;

// The host's side of a switch: the context that called `enter_fiber`.
void* host_context = nullptr;
std::uintptr_t host_thread_pointer = 0;

// A switch costs ten times as much when the two sides differ in their floating-point control word.
constexpr unsigned kDefaultControl = 0x1f80;

void become(Fiber& fiber) {
  state.current = &fiber;
  state.tick = fiber.tick;
  state.fiber = fiber.id;
  state.ignores_accesses = fiber.ignore_accesses != 0;
  set_mode(fiber.mode);
  set_thread_pointer(fiber.thread_pointer);
}

// Saves where the other side stood. The host passes null.
void arrived(bc::transfer_t from) {
  if (from.data == nullptr) {
    host_context = from.fctx;
  } else {
    static_cast<Fiber*>(from.data)->context = from.fctx;
  }
}

void entry(bc::transfer_t from) {
  arrived(from);
  fiber_main(*state.current);
}

}  // namespace

Fiber* new_fiber(Process& process, const char* name) {
  if (fibers_used == layout::kStacks) return nullptr;
  return new_fiber_as(static_cast<FiberId>(fibers_used), process, name);
}

Fiber* new_fiber_as(FiberId id, Process& process, const char* name) {
  // Slots left out are of fibers that were, as far as anybody can see, over before they began.
  for (; fibers_used <= id; ++fibers_used) {
    fiber_table[fibers_used].state = Fiber::State::finished;
    fiber_table[fibers_used].process = &process;
  }
  Fiber& made = fiber_table[id];
  prepare_stack(id);
  made.id = id;
  made.process = &process;
  made.state = Fiber::State::runnable;
  made.mode = Mode::guest;
  made.wait = Wait::none;
  made.made_stack = nullptr;
  made.timed_out = made.detached = made.joined = made.by_program = false;
  made.has_release_fence = made.has_acquire_fence = false;
  made.ignore_accesses = 0;
  made.pending = {.kind = OperationKind::start};
  queues.pending[id] = {};
  made.deadline_ns = -1;
  made.ready = nullptr;
  made.wanted = made.then_lock = nullptr;
  made.stack_depth = 0;
  made.result = nullptr;
  made.destructors = nullptr;
  made.keys = nullptr;
  made.tick = 1;
  memory::clear(made.clock);
  memory::clear(made.acquire_fence);
  memory::clear(made.release_fence);
  if (state.current != nullptr) memory::join(made.clock, state.current->clock);
  memory::set(made.clock, id, made.tick);
  if (name != nullptr) raw::copy_text(made.name, sizeof made.name, name);
  made.thread_pointer = lend_thread(id ^ shake::shaken.donor_flip);
  const std::size_t shift = shake::dirty_stack(id);
  if (state.searching) graph::clear_stack(id, stack_top(id));
  made.context =
      bc::make_fcontext(stack_top(id) - shift, layout::kStackStride - layout::kPage - shift, entry);
  return &made;
}

void reset_fibers() { fibers_used = 0; }

Fiber* fiber_of(std::uintptr_t handle) {
  for (std::size_t i = 0; i < fibers_used; ++i) {
    if (fiber_table[i].thread_pointer == handle) return &fiber_table[i];
  }
  return nullptr;
}

void switch_to(Fiber& next) {
  Fiber& self = *state.current;
  self.mode = state.mode;
  become(next);
  arrived(bc::jump_fcontext(next.context, &self));
}

void leave_fiber() {
  state.current = nullptr;
  set_mode(Mode::host);
  set_thread_pointer(host_thread_pointer);
  bc::jump_fcontext(host_context, nullptr);
  __builtin_unreachable();
}

void enter_fiber(Fiber& first) {
  const unsigned control = _mm_getcsr();
  _mm_setcsr(kDefaultControl);
  host_thread_pointer = thread_pointer();
  become(first);
  bc::jump_fcontext(first.context, nullptr);
  _mm_setcsr(control);
}

}  // namespace tidemark::sim::kernel
