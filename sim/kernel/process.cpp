// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/process.hpp"

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/kernel/globals.hpp"
#include "tidemark/sim/kernel/heap.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

Process table[kProcessesMax];
std::size_t used = 0;

// Abandons every live fiber of a process but one.
void abandon(const Process& victim, const Fiber* spared) {
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.process == &victim && &each != spared && each.live()) {
      if (state.searching) graph::outside_the_model({.label = "threads that are abandoned"});
      memory::join(process(victim.id).past, each.clock);
      retire(each, Fiber::State::crashed);
    }
  }
}

}  // namespace

Process& new_process(const char* name) {
  if (used == kProcessesMax) end_execution(Category::unsupported, "too many processes");
  Process& made = table[used];
  made.wall_offset_ns = 0;
  forget_blocks_of(made);
  memory::clear(made.past);
  made.id = static_cast<ProcessId>(used++);
  raw::copy_text(made.name, sizeof made.name, name);
  return made;
}

Process& process(ProcessId id) { return table[id]; }
std::size_t process_count() { return used; }
void reset_processes() { used = 0; }

bool several_processes_live() {
  const Process* seen = nullptr;
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.process->id == 0 || !each.live()) continue;
    if (seen != nullptr && seen != each.process) return true;
    seen = each.process;
  }
  return false;
}

ProcessId create_process(const char* name) { return new_process(name).id; }

FiberId spawn(ProcessId owner, const char* name, void (*entry)(void*), void* argument, bool guest) {
  Fiber* made = state.searching ? new_fiber_as(graph::create(0), process(owner), name)
                                : new_fiber(process(owner), name);
  if (made == nullptr) {
    end_execution(Category::unsupported,
                  "more threads in one execution than the world has room for");
  }
  // The calling convention lets a function that returns nothing stand for one that returns a
  // pointer nobody reads.
  made->entry = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(entry));
  made->argument = argument;
  made->mode = guest ? Mode::guest : Mode::world;
  made->detached = true;
  if (state.searching) {
    graph::created(made->id);
    return made->id;
  }
  memory::join(made->clock, process(owner).past);
  make_runnable(*made);
  memory::raise_tick();
  return made->id;
}

void crash(ProcessId victim) {
  Process& crashed = process(victim);
  if (crashed.id == 0) end_execution(Category::internal, "the root process cannot crash");
  note(NoteKind::crash, crashed.name);
  mix(0xC4A54 + crashed.id);
  const bool alone = !several_processes_live();
  abandon(crashed, nullptr);
  forget_blocks_of(crashed);
  if (alone) restore_instrumented_globals();
}

void end_process() {
  check_clean_end(*state.current->process);
  end_process_at_once();
}

void end_process_at_once() {
  Fiber& self = *state.current;
  note(NoteKind::process_exit, self.process->name);
  abandon(*self.process, &self);
  forget_blocks_of(*self.process);
  fiber_over();
}

bool alive(ProcessId id) {
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber& each = fiber(static_cast<FiberId>(i));
    if (each.process->id == id && each.live()) return true;
  }
  return false;
}

void set_wall_offset(ProcessId id, std::int64_t offset_ns) {
  process(id).wall_offset_ns = offset_ns;
}

ProcessId current_process() { return state.current == nullptr ? 0 : state.current->process->id; }
FiberId current_fiber() { return state.current == nullptr ? FiberId{0} : state.current->id; }

const char* process_name(ProcessId id) { return id < used && id != 0 ? table[id].name : ""; }

}  // namespace tidemark::sim::kernel
