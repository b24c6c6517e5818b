// SPDX-License-Identifier: MIT
#include "tidemark/sim/fault/crash.hpp"

#include <string>

#include "tidemark/sim/world/stage.hpp"

namespace tidemark::fault {
namespace {

struct Armed {
  sim::Stage* stage;
  sim::kernel::ProcessId process;
  std::uint32_t left;
  sim::kernel::EventId event;
};

void disarm(Armed& armed) {
  armed.left = 0;
  sim::kernel::enable(armed.event, false);
}

void strike(void* context) {
  auto& armed = *static_cast<Armed*>(context);
  if (armed.left == 0 || !armed.stage->is_running(armed.process)) return;
  if (--armed.left == 0) disarm(armed);
  armed.stage->crash_and_restart(armed.process);
}

void process_gone(void* context, sim::kernel::ProcessId process, sim::Stage::End end) {
  auto& armed = *static_cast<Armed*>(context);
  // After an exit nothing is left to kill; after a crash the restart is fair game.
  if (process == armed.process && end == sim::Stage::End::exited) disarm(armed);
}

void heal(void* context) { disarm(*static_cast<Armed*>(context)); }

void install(sim::Stage& stage, const Fault& fault) {
  auto* armed = new Armed{&stage, stage.process_named(fault.process), fault.at_most, 0};
  const std::string name = "crash " + std::string(fault.process);
  armed->event = sim::kernel::create_event(name.c_str(), &strike, armed);
  sim::kernel::enable(armed->event, true);
  stage.on_process_gone(&process_gone, armed);
  stage.on_heal(&heal, armed);
}

}  // namespace

Fault crash(std::string_view process, const CrashOptions& options) {
  Fault fault;
  fault.name = "crash";
  fault.install = &install;
  fault.process = process;
  fault.at_most = options.at_most;
  return fault;
}

}  // namespace tidemark::fault
