// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/run.hpp"

#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/phase.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::graph {

namespace {

using kernel::state;

enum class Status : std::uint8_t {
  absent,
  running,      ///< simulated code goes on
  at_source,    ///< its next recorded event reads what has not been replayed yet
  at_end_of,    ///< waits for the end of another thread
  at_frontier,  ///< everything it has is replayed, not everything of the others
  waiting,      ///< for a write
  stopped,
  ended,
};

struct RunThread {
  Status status = Status::absent;
  bool genuine = false;        ///< waiting: the value makes it wait, not a floor alone
  bool may_be_forced = false;  ///< waiting: once nothing else can go on
  bool forced = false;         ///< waiting: it has to be added all the same
  std::uint32_t done = 0;      ///< events performed in this run
  std::uint32_t other = 0;     ///< at_end_of: the thread
  EventId next = kNoEvent;     ///< recorded event to replay next
  LocationId location = kNoLocation;
  EventId stopped_at = kNoEvent;  ///< stopped: by this read, if by one
  Guard guard;                    ///< of that read
};

RunThread threads[kThreadsMax];
bool deadlocked = false;
std::uint32_t turn = 0;           ///< the thread that did something last
std::uint32_t threads_begun = 0;  ///< one more than the highest id
std::uint64_t named = 0;          ///< threads whose name is that of the last run, a bit each
std::uint64_t going = 0;          ///< threads that have begun and not ended, a bit each
EventId left = 0;                 ///< recorded events to replay

RunThread& self() { return threads[state.fiber]; }

bool is_replayed(EventId id) {
  const Event& event = current_graph().at(id);
  return threads[event.thread].done > event.index;
}

// Brings a thread back that can go on; false if it cannot.
bool may_run(RunThread& thread) {
  switch (thread.status) {
    case Status::running: return true;
    case Status::at_source: return is_replayed(current_graph().at(thread.next).source);
    case Status::at_end_of: return threads[thread.other].status == Status::ended;
    case Status::at_frontier: return left == 0;
    default: return false;
  }
}

// Nothing can go on. A lock somebody else holds in this graph is added all the same: the orders in
// which it is taken first start from there.
bool force_one() {
  for (std::uint32_t i = 0; i < threads_begun; ++i) {
    RunThread& thread = threads[i];
    if (thread.status != Status::waiting || !thread.may_be_forced) continue;
    thread.forced = true;
    thread.status = Status::running;
    return true;
  }
  return false;
}

// Whether a read that waited when it was added would wait for what is there now.
bool still_waits(const RunThread& thread) {
  const Graph& graph = current_graph();
  const Event& event = graph.at(thread.stopped_at);
  if (thread.guard.ready != nullptr) return thread.guard.waits();
  const EventId newest = graph.newest(event.location);
  return effect_of(event, graph.value_of(event.location, newest)).waits;
}

// Every thread that has not ended waits for what nobody can bring about.
bool is_deadlock() {
  bool somebody = false;
  for (std::uint32_t i = 0; i < threads_begun; ++i) {
    const RunThread& thread = threads[i];
    if (thread.status == Status::stopped) {
      if (thread.stopped_at == kNoEvent || !still_waits(thread)) return false;
      somebody = true;
    }
    if (thread.status == Status::waiting && !thread.genuine) return false;
    if (thread.status == Status::waiting || thread.status == Status::at_end_of) somebody = true;
  }
  return somebody;
}

std::uint32_t pick() {
  for (;;) {
    for (std::uint64_t rest = going; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(__builtin_ctzll(rest));
      if (may_run(threads[i])) return i;
    }
    if (left != 0) {
      kernel::failure_message().text("the program does not do again what it did in the last run");
      kernel::end_execution(kernel::Category::diverged, "");
    }
    // Even from a deadlock other graphs are reached: those in which the locks are taken otherwise.
    deadlocked = deadlocked || is_deadlock();
    if (force_one()) continue;
    if (deadlocked) kernel::end_deadlocked();
    kernel::end_execution(kernel::Category::none, "");
  }
}

void run_others() {
  const std::uint32_t chosen = pick();
  threads[chosen].status = Status::running;
  if (chosen != state.fiber) kernel::switch_to(kernel::fiber(static_cast<kernel::FiberId>(chosen)));
}

}  // namespace

void begin_run() {
  Graph& graph = current_graph();
  for (std::uint32_t i = 0; i < graph.lanes(); ++i) threads[i] = RunThread{};
  threads_begun = turn = 0;
  deadlocked = false;
  going = 0;
  left = graph.size();
  world_object();
  thread_begins(0);
}

void thread_begins(std::uint32_t thread) {
  if (thread >= current_graph().lanes()) restart_wider();
  threads[thread].status = Status::running;
  going |= std::uint64_t{1} << thread;
  threads[thread].next = current_graph().thread(thread).first;
  if (thread >= threads_begun) threads_begun = thread + 1;
}

bool is_named(std::uint32_t thread) {
  const std::uint64_t bit = std::uint64_t{1} << thread;
  const bool known = (named & bit) != 0;
  named |= bit;
  return known;
}

void forget_names() { named = 0; }

bool some_thread_waits() {
  for (std::uint32_t i = 0; i < threads_begun; ++i) {
    if (threads[i].status != Status::ended && threads[i].status != Status::absent) return true;
  }
  return false;
}

EventId replay() {
  RunThread& mine = self();
  const EventId id = mine.next;
  if (id == kNoEvent) {
    if (left != 0) {
      mine.status = Status::at_frontier;
      run_others();
    }
    return kNoEvent;
  }
  const Event& event = current_graph().at(id);
  if (event.kind == EventKind::read && event.source != kInitial && !is_replayed(event.source)) {
    mine.status = Status::at_source;
    run_others();
  }
  return id;
}

void performed(EventId id) {
  RunThread& mine = self();
  const Event& event = current_graph().at(id);
  ++mine.done;
  if (mine.next == id) {
    mine.next = event.next;
    --left;
  }
}

bool note_turn() {
  const std::uint32_t before = turn;
  turn = state.fiber;
  const Status status = threads[before].status;
  return before != turn && (status == Status::running || status == Status::at_frontier);
}

void stop_thread() {
  self().status = Status::stopped;
  run_others();
  __builtin_unreachable();
}

void stop_at(EventId read, const Guard& guard) {
  self().stopped_at = read;
  self().guard = guard;
  stop_thread();
}

bool wait_for_write(LocationId location, bool genuine) {
  RunThread& mine = self();
  mine.status = Status::waiting;
  mine.location = location;
  mine.genuine = genuine;
  mine.may_be_forced = true;
  mine.forced = false;
  run_others();
  return mine.forced;
}

void wait_to_be_woken(LocationId location) {
  RunThread& mine = self();
  mine.status = Status::waiting;
  mine.location = location;
  mine.genuine = true;
  mine.may_be_forced = false;
  run_others();
}

void wait_for_end(std::uint32_t thread) {
  RunThread& mine = self();
  if (has_ended(thread)) return;
  mine.status = Status::at_end_of;
  mine.other = thread;
  run_others();
}

void wake(LocationId location) {
  for (std::uint32_t i = 0; i < threads_begun; ++i) {
    RunThread& thread = threads[i];
    if (thread.status == Status::waiting && thread.location == location) {
      thread.status = Status::running;
    }
  }
}

void thread_over() {
  kernel::check_touched();
  state.current->state = kernel::Fiber::State::finished;
  self().status = Status::ended;
  going &= ~(std::uint64_t{1} << state.fiber);
  run_others();
  __builtin_unreachable();
}

void outside_the_model(const kernel::Operation& operation) {
  // Where a thread gives way or sleeps makes no difference to what all may do.
  if (operation.kind == kernel::OperationKind::yield) return;
  kernel::failure().where[0] = operation.pc;
  kernel::failure().places = 1;
  kernel::failure_message()
      .text("the graph search has no event for ")
      .text(operation.label != nullptr ? operation.label : kernel::name_of(operation.kind));
  kernel::end_execution(kernel::Category::unsupported, "");
}

bool has_ended(std::uint32_t thread) { return threads[thread].status == Status::ended; }

void nondeterministic(const Event& recorded, const char* what, std::uintptr_t pc) {
  kernel::Failure& failure = kernel::failure();
  failure.where[0] = kernel::complete_pc(recorded.pc);
  failure.where[1] = pc;
  failure.fibers[0] = failure.fibers[1] = state.fiber;
  failure.places = 2;
  kernel::failure_message()
      .text("the program is not deterministic: ")
      .text(state.current->name)
      .text(" did something else when it was run again along the same graph (")
      .text(what)
      .text(")");
  kernel::end_execution(kernel::Category::diverged, "");
}

}  // namespace tidemark::sim::graph
