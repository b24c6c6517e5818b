// SPDX-License-Identifier: MIT
#include "tidemark/sim/fault/clock_jump.hpp"

#include <string>

#include "tidemark/sim/world/stage.hpp"

namespace tidemark::fault {
namespace {

struct Armed {
  sim::kernel::ProcessId process;
  std::uint32_t left;
  std::int64_t by_ns;
  std::int64_t offset_ns;
  sim::kernel::EventId event;
};

void strike(void* context) {
  auto& armed = *static_cast<Armed*>(context);
  if (armed.left == 0) return;
  if (--armed.left == 0) sim::kernel::enable(armed.event, false);
  const bool back = sim::kernel::choose(sim::choice::Kind::parameter, 2) != 0;
  armed.offset_ns += back ? -armed.by_ns : armed.by_ns;
  sim::kernel::set_wall_offset(armed.process, armed.offset_ns);
  sim::kernel::note(sim::kernel::NoteKind::fault,
                    back ? "the wall clock jumps back" : "the wall clock jumps ahead");
}

void heal(void* context) {
  auto& armed = *static_cast<Armed*>(context);
  armed.left = 0;
  sim::kernel::enable(armed.event, false);
}

void install(sim::Stage& stage, const Fault& fault) {
  auto* armed = new Armed{stage.process_named(fault.process), fault.at_most, fault.amount_ns, 0, 0};
  const std::string name = "clock jump " + std::string(fault.process);
  armed->event = sim::kernel::create_event(name.c_str(), &strike, armed);
  sim::kernel::enable(armed->event, true);
  stage.on_heal(&heal, armed);
}

}  // namespace

Fault clock_jump(std::string_view process, const ClockJumpOptions& options) {
  Fault fault;
  fault.name = "clock_jump";
  fault.install = &install;
  fault.process = process;
  fault.at_most = options.at_most;
  fault.amount_ns = options.by.count();
  return fault;
}

}  // namespace tidemark::fault
