// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/tests/kernel/guest/bodies.hpp"

/// What bodies that stand for a fake or the world are made of. Inside an execution, in host mode.
namespace tidemark::sim::kernel {

/// A body and what it is given, for the fiber that runs it.
struct Actor {
  guest::Body* body = nullptr;
  guest::Io* io = nullptr;
};

inline void act(void* argument) {
  const auto& actor = *static_cast<const Actor*>(argument);
  actor.body(*actor.io);
}

/// Starts a fiber of a process.
inline FiberId start(ProcessId process, guest::Body* body, guest::Io& io, bool guest = true) {
  return spawn(process, "main", &act, new Actor{body, &io}, guest);
}

/// Waits until every fiber of a process is over. False when the deadline came first.
inline bool wait_for_end(ProcessId process, std::int64_t deadline_ns = -1) {
  auto* waited = new ProcessId(process);
  const auto ended = [](void* at) { return !alive(*static_cast<const ProcessId*>(at)); };
  return await(create_object("end of a process"), "wait for the end", ended, waited, deadline_ns);
}

/// An event that crashes a process, once.
struct Crash {
  ProcessId process = 0;
  EventId event = 0;
  std::uint64_t count = 0;

  static void strike(void* at) {
    auto& self = *static_cast<Crash*>(at);
    ++self.count;
    enable(self.event, false);
    crash(self.process);
  }
};

inline Crash& create_crash(ProcessId process) {
  auto* made = new Crash{.process = process};
  made->event = create_event("crash", &Crash::strike, made);
  enable(made->event, true);
  return *made;
}

}  // namespace tidemark::sim::kernel
