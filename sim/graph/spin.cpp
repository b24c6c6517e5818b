// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/spin.hpp"

#include "tidemark/sim/graph/search_state.hpp"
#include "tidemark/sim/graph/storage.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/state.hpp"

extern "C" {
GuestRegisters tidemark_guest_registers;
bool tidemark_searching = false;
}

namespace tidemark::sim::graph {

namespace {

using Word = std::uint32_t;

constexpr std::size_t kWordsMax = 4096;  ///< 16 KiB of stack; deeper threads are not looked at
constexpr std::size_t kLoopsMax = 256;
constexpr std::size_t kDeadMax = 32;

// The machine state of one thread at a read.
struct Snapshot {
  std::uintptr_t pc = 0;
  std::size_t count = 0;  ///< 0: none
  Word words[kWordsMax];
};

// A loop that comes back to `pc` with `count` words of state, of which some are dead.
struct Loop {
  std::uintptr_t pc = 0;
  std::size_t count = 0;
  std::size_t dead_count = 0;
  std::uint32_t dead[kDeadMax];
};

// The states in which a thread read last.
constexpr std::size_t kKept = 16;
struct History {
  std::uint32_t generation = 0;  ///< of the run they are of
  std::size_t newest = 0;
  std::uintptr_t deepest = 0;  ///< of all runs: the lowest stack pointer a read came with
  Snapshot at[kKept];

  // The state at the `rounds`-th last read at the place of the newest; null where it is not kept.
  const Snapshot* earlier(std::size_t rounds) const {
    const Snapshot& now = at[newest];
    for (std::size_t back = 1; back < kKept; ++back) {
      const Snapshot& then = at[(newest + kKept - back) % kKept];
      if (then.pc == now.pc && then.count == now.count && now.count != 0 && --rounds == 0) {
        return &then;
      }
    }
    return nullptr;
  }
};

History* histories = nullptr;
Loop loops[kLoopsMax];
std::size_t loop_count = 0;

History& mine() {
  History& history = histories[kernel::state.fiber];
  if (history.generation != kernel::state.generation) {
    history.generation = kernel::state.generation;
    for (Snapshot& each : history.at) each.count = 0;
  }
  return history;
}

const Loop* loop_at(std::uintptr_t pc, std::size_t count) {
  for (std::size_t i = 0; i < loop_count; ++i) {
    if (loops[i].pc == pc && loops[i].count == count) return &loops[i];
  }
  return nullptr;
}

void take(Snapshot& into, const GuestRegisters& registers, std::uintptr_t pc) {
  const auto top = reinterpret_cast<std::uintptr_t>(kernel::stack_top(kernel::state.fiber));
  const std::uintptr_t low = registers.stack_pointer;
  constexpr std::size_t kRegisterWords = sizeof registers.saved / (sizeof(Word));
  const std::size_t stack_words = (top - low) / sizeof(Word);
  into.pc = pc;
  into.count = 0;
  if (low > top || kRegisterWords + stack_words > kWordsMax) return;
  __builtin_memcpy(into.words, registers.saved, sizeof registers.saved);
  __builtin_memcpy(into.words + kRegisterWords, reinterpret_cast<const void*>(low),
                   stack_words * sizeof(Word));
  into.count = kRegisterWords + stack_words;
}

std::uint64_t hash_of(const Snapshot& snapshot) {
  const Loop* loop = loop_at(snapshot.pc, snapshot.count);
  std::uint64_t hash = snapshot.pc * 0x9E3779B97F4A7C15ull;
  std::size_t next_dead = 0;
  for (std::size_t i = 0; i < snapshot.count; ++i) {
    if (loop != nullptr && next_dead < loop->dead_count && loop->dead[next_dead] == i) {
      ++next_dead;
      continue;
    }
    hash = (hash ^ snapshot.words[i]) * 0xD6E8FEB86659FD93ull;
    hash ^= hash >> 32;
  }
  return hash | 1;
}

// The values a thread has read since an event, that one included.
bool read_since(const Graph& graph, EventId since, Word word) {
  for (EventId id = graph.thread(kernel::state.fiber).last;; id = graph.at(id).previous) {
    const std::uint64_t value = graph.at(id).value;
    if (word == static_cast<Word>(value) || word == static_cast<Word>(value >> 32)) return true;
    if (id == since) return false;
  }
}

// Two rounds of a loop ended in the same state, the second of which began at `since`. Whatever was
// different before the first, and is now a value that was read, is dead at this place.
bool learn(const Snapshot& first, const Snapshot& now, EventId since) {
  if (loop_count == kLoopsMax) return false;
  Loop made;
  made.pc = now.pc;
  made.count = now.count;
  const Loop* known = loop_at(now.pc, now.count);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < now.count; ++i) {
    if (known != nullptr && kept < known->dead_count && known->dead[kept] == i) {
      ++kept;
    } else if (first.words[i] == now.words[i]) {
      continue;
    } else if (!read_since(current_graph(), since, now.words[i])) {
      return false;
    }
    if (made.dead_count == kDeadMax) return false;
    made.dead[made.dead_count++] = static_cast<std::uint32_t>(i);
  }
  if (made.dead_count == kept) return false;
  if (known != nullptr) {
    loops[known - loops] = made;
  } else {
    loops[loop_count++] = made;
  }
  return true;
}

// Pairs of a machine state and a value that leads back to it, hashed; 0 is free.
constexpr std::size_t kFailuresMax = std::size_t{1} << 16;
std::uint64_t* known_failures = nullptr;
std::uint64_t* seen_failures = nullptr;
std::size_t failures_seen = 0;
std::size_t failures_known = 0;

std::uint64_t failure_of(std::uint64_t machine, std::uint64_t value) {
  const std::uint64_t mixed = (machine ^ value * 0x9E3779B97F4A7C15ull) * 0xD6E8FEB86659FD93ull;
  return mixed | 1;
}

bool has(const std::uint64_t* set, std::uint64_t failure) {
  for (std::size_t at = failure >> 32;; ++at) {
    const std::uint64_t there = set[at % kFailuresMax];
    if (there == failure) return true;
    if (there == 0) return false;
  }
}

void put(std::uint64_t* set, std::uint64_t failure) {
  std::size_t at = failure >> 32;
  while (set[at % kFailuresMax] != 0) ++at;
  set[at % kFailuresMax] = failure;
}

void note_failure(std::uint64_t machine, std::uint64_t value) {
  if (!parks_loops || 2 * failures_seen > kFailuresMax) return;
  if (seen_failures == nullptr) {
    seen_failures = reserve<std::uint64_t>(kFailuresMax);
    known_failures = reserve<std::uint64_t>(kFailuresMax);
  }
  const std::uint64_t failure = failure_of(machine, value);
  if (has(seen_failures, failure)) return;
  put(seen_failures, failure);
  ++failures_seen;
}

}  // namespace

bool parks_loops = false;

bool leads_nowhere(std::uint64_t machine, std::uint64_t value) {
  return machine != 0 && failures_known != 0 && has(known_failures, failure_of(machine, value));
}

bool has_parked() { return failures_known != 0; }

bool use_failures() {
  if (failures_known == failures_seen) return false;
  for (std::size_t i = 0; i < kFailuresMax; ++i) known_failures[i] = seen_failures[i];
  failures_known = failures_seen;
  return true;
}

GuestRegisters take_registers() {
  const GuestRegisters taken = tidemark_guest_registers;
  tidemark_guest_registers.valid = 0;
  return taken;
}

void remember_state(const GuestRegisters& registers, std::uintptr_t pc) {
  if (histories == nullptr) histories = reserve<History>(kThreadsMax);
  History& history = mine();
  history.newest = (history.newest + 1) % kKept;
  take(history.at[history.newest], registers, pc);
  if (history.deepest == 0 || registers.stack_pointer < history.deepest) {
    history.deepest = registers.stack_pointer;
  }
}

std::uint64_t machine_state(const GuestRegisters& registers, std::uintptr_t pc) {
  remember_state(registers, pc);
  const History& history = mine();
  const Snapshot& now = history.at[history.newest];
  return now.count == 0 ? 0 : hash_of(now);
}

void clear_stack(std::uint32_t thread, std::byte* top) {
  if (histories == nullptr || thread >= kThreadsMax || histories[thread].deepest == 0) return;
  auto* low = reinterpret_cast<std::byte*>(histories[thread].deepest);
  if (low < top) kernel::raw::fill(low, 0, static_cast<std::size_t>(top - low));
}

bool is_spinning(LocationId location, const Request& request, std::uint64_t machine) {
  const Graph& graph = current_graph();
  for (EventId id = graph.thread(kernel::state.fiber).last; id != kNoEvent;
       id = graph.at(id).previous) {
    const Event& event = graph.at(id);
    if (event.kind != EventKind::read || event.modifies()) return false;
    if (event.state != machine || event.location != location || event.action != request.action) {
      continue;
    }
    if (id == graph.thread(kernel::state.fiber).last) note_failure(machine, event.value);
    const History& history = mine();
    const Snapshot* before = history.earlier(2);
    if (before != nullptr && learn(*before, history.at[history.newest], id)) restart_search();
    return true;
  }
  return false;
}

void forget_loops() {
  loop_count = 0;
  for (std::size_t i = 0; failures_seen != 0 && i < kFailuresMax; ++i) {
    known_failures[i] = seen_failures[i] = 0;
  }
  failures_seen = failures_known = 0;
}

std::uint32_t merged_loops() { return static_cast<std::uint32_t>(loop_count); }

}  // namespace tidemark::sim::graph
