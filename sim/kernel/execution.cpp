// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/execution.hpp"

#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/graph/spin.hpp"
#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/clock.hpp"
#include "tidemark/sim/kernel/donor.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/kernel/globals.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/image_heap.hpp"
#include "tidemark/sim/kernel/keys.hpp"
#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/output.hpp"
#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/recorder.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/shake.hpp"
#include "tidemark/sim/kernel/signals.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/thread_end.hpp"
#include "tidemark/sim/memory/atomic.hpp"
#include "tidemark/sim/memory/object.hpp"

extern "C" char __libc_single_threaded;

namespace tidemark::sim::kernel {

namespace {

constexpr std::size_t kDonorsAtFirst = 16;
bool prepared = false;

void forget_last_execution() {
  reset_fibers();
  reset_processes();
  reset_pool();
  memory::reset_objects();
  memory::reset_atomics();
  reset_heaps();
  reset_keys();
  virtual_now_ns = kStartNs;
  state.hash = 0;
  ++state.generation;
  Failure& failed = failure();
  failed.category = Category::none;
  failed.property[0] = failed.message[0] = 0;
  failed.places = 0;
  failed.where[0] = failed.where[1] = 0;
  failed.fibers[0] = failed.fibers[1] = 0;
  failed.stacks[0].depth = failed.stacks[1].depth = 0;
  forget_call_stacks();
}

FiberView view_of(const Fiber& fiber) {
  FiberView view;
  view.id = fiber.id;
  view.process = fiber.process->id;
  raw::copy_text(view.name, sizeof view.name, fiber.name);
  switch (fiber.state) {
    case Fiber::State::runnable: view.state = FiberView::State::runnable; break;
    case Fiber::State::blocked: view.state = FiberView::State::blocked; break;
    case Fiber::State::finished: view.state = FiberView::State::finished; break;
    case Fiber::State::crashed: view.state = FiberView::State::crashed; break;
  }
  view.pending = fiber.pending;
  view.deadline_ns = fiber.deadline_ns;
  return view;
}

}  // namespace

void prepare() {
  if (prepared) return;
  prepared = true;
  libc::find_ranges();
  reserve_region();
  find_modules();
  image::seal();
  park_donors(kDonorsAtFirst);
  install_signal_handlers();
  protect_globals();
  // libstdc++ drops atomics in a process that never had a second thread.
  __libc_single_threaded = 0;
}

Outcome execute(const Setup& setup) {
  prepare();
  if (state.current != nullptr) panic("an execution inside an execution");
  shake::begin(setup.shake);
  forget_last_execution();
  reset_recorder(*setup.choices);
  reset_scheduler(setup);
  reset_phase(setup.limits);
  save_globals();
  state.trace = setup.trace;
  state.searching = tidemark_searching = setup.search;
  output_shown = setup.trace != nullptr;

  Fiber& body = *new_fiber(new_process("root"), "scenario");
  body.entry = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(setup.body));
  body.argument = setup.argument;
  make_runnable(body);
  if (state.searching) graph::begin_run();
  enter_fiber(body);

  restore_globals();
  state.trace = nullptr;
  state.searching = tidemark_searching = false;
  Outcome outcome;
  outcome.category = failure().category;
  outcome.steps = counters.steps;
  outcome.switches = counters.switches;
  outcome.preemptions = counters.preemptions;
  outcome.hash = state.hash;
  outcome.elapsed_ns = virtual_now_ns - kStartNs;
  outcome.healed = healed();
  outcome.failure = outcome.category == Category::none ? nullptr : &failure();
  return outcome;
}

void fiber_main(Fiber& self) {
  self.result = self.entry(self.argument);
  if (self.id == 0 && !state.searching) finish();
  end_thread(self);
}

std::size_t fibers(FiberView* out, std::size_t capacity) {
  const std::size_t count = fiber_count();
  for (std::size_t i = 0; i < count && i < capacity; ++i) {
    out[i] = view_of(fiber(static_cast<FiberId>(i)));
  }
  return count;
}

}  // namespace tidemark::sim::kernel
