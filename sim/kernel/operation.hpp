// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tidemark::sim::kernel {

using FiberId = std::uint16_t;    ///< in order of creation; 0 runs the scenario's body
using ProcessId = std::uint16_t;  ///< in order of creation; 0 is the root, which cannot crash
using ObjectId = std::uint32_t;   ///< in order of first touch, from 1; never an address

/// What kind of thing a visible operation does.
enum class OperationKind : std::uint8_t {
  none,
  start,
  exit,
  load,
  store,
  read_modify_write,
  compare_exchange,
  fence,
  plain_read,
  plain_write,
  lock,
  try_lock,
  timed_lock,
  unlock,
  lock_shared,
  try_lock_shared,
  unlock_shared,
  wait,
  timed_wait,
  notify_one,
  notify_all,
  create,
  join,
  once,
  sleep,
  yield,
  futex_wait,
  futex_wake,
  clock,
  semaphore_wait,
  semaphore_post,
  barrier_wait,
  step,   ///< one step of a fake, named by `label`
  await,  ///< waits inside a fake until a predicate holds
};

__attribute__((visibility("default"))) const char* name_of(OperationKind kind);

/// A visible operation as a fiber announces it.
struct Operation {
  OperationKind kind = OperationKind::none;
  std::uint8_t order = 0;  ///< C++ memory order as the compiler numbers it, relaxed = 0
  ObjectId object = 0;
  std::uintptr_t pc = 0;        ///< where in the instrumented code
  const char* label = nullptr;  ///< for `step` and `await`: a literal such as "store: reply"
};

/// What a trace note is about.
enum class NoteKind : std::uint8_t { note, fault, crash, restart, time, process_exit, history };

}  // namespace tidemark::sim::kernel
