// SPDX-License-Identifier: MIT
#include "tidemark/sim/world/stage.hpp"

#include <utility>

#include "tidemark/sim/property/misuse.hpp"
#include "tidemark/sim/world/event_text.hpp"
#include "tidemark/sim/world/parameters.hpp"

namespace tidemark::sim {

using models::Event;

Stage::Stage(const Scenario& scenario, std::uint64_t* goals_hit)
    : properties_(scenario, goals_hit), object_(kernel::create_object("world")) {
  history_.reserve(256);
  kernel::on_heal(&Stage::heal, this);
}

void Stage::record(Event event) {
  event.generation = generation(event.owner);
  event.at_ns = kernel::now_ns();
  history_.append(event);
  const std::uint64_t at = event.position ? event.position->low : 0;
  kernel::hash((static_cast<std::uint64_t>(event.kind) << 56) ^ (event.row << 32) ^ at);
  kernel::touch();
  if (kernel::tracing()) {
    char text[128];
    kernel::note(kernel::NoteKind::history, to_text(event, text, sizeof text));
  }
}

void Stage::add_process(std::string_view name, std::function<void()> entry) {
  auto process = std::make_unique<Process>();
  process->stage = this;
  process->name = name;
  process->id = kernel::create_process(process->name.c_str());
  process->entry = std::move(entry);
  processes_.push_back(std::move(process));
}

void Stage::add_fault(const fault::Fault& fault) { faults_.push_back(fault); }

void Stage::draw_faults() {
  for (const fault::Fault& fault : faults_) {
    if (fault.at_most == 0) continue;
    const bool on = kernel::choose(choice::Kind::parameter, 2) != 0;
    std::string name = "fault " + std::string(fault.name);
    if (!fault.process.empty()) name += " " + std::string(fault.process);
    remember_parameter(name, on ? 1 : 0);
    if (on) fault.install(*this, fault);
  }
}

void Stage::start() {
  started_ = true;
  draw_faults();
  kernel::on_touched(&Stage::check, this);
  for (const auto& listener : start_listeners_) listener.function(listener.context);
  running_ = static_cast<std::uint32_t>(processes_.size());
  for (const auto& process : processes_) run_again(*process);
}

void Stage::run_again(Process& process) {
  ++process.generation;
  process.running = true;
  kernel::spawn(process.id, "main", &Stage::run_entry, &process, false);
}

void Stage::run_entry(void* argument) {
  auto& process = *static_cast<Process*>(argument);
  {
    kernel::GuestMode guest;
    process.entry();
  }
  if (kernel::searching()) kernel::step(process.stage->object(), "world: exit");
  // Its other threads end with it, as after a return from main.
  process.stage->gone(process, End::exited);
  --process.stage->running_;
  kernel::end_process();
}

void Stage::gone(Process& process, End end) {
  process.running = false;
  Event event;
  event.kind = end == End::crashed ? Event::Kind::crashed : Event::Kind::exited;
  event.owner = process.id;
  record(event);
  for (const auto& listener : gone_listeners_) listener.function(listener.context, process.id, end);
}

void Stage::crash_and_restart(kernel::ProcessId id) {
  for (const auto& process : processes_) {
    if (process->id != id || !process->running) continue;
    ++crashes_;
    kernel::crash(id);
    gone(*process, End::crashed);
    run_again(*process);
    Event event;
    event.kind = Event::Kind::restarted;
    event.owner = id;
    record(event);
  }
}

const Stage::Process* Stage::find(kernel::ProcessId id) const {
  for (const auto& process : processes_) {
    if (process->id == id) return process.get();
  }
  return nullptr;
}

kernel::ProcessId Stage::process_named(std::string_view name) const {
  for (const auto& process : processes_) {
    if (process->name == name) return process->id;
  }
  misuse("a fault names the process '" + std::string(name) + "', which is not declared");
}

bool Stage::is_running(kernel::ProcessId id) const {
  const Process* process = find(id);
  return process != nullptr && process->running;
}

std::uint32_t Stage::generation(kernel::ProcessId id) const {
  const Process* process = find(id);
  return process == nullptr ? 0 : process->generation;
}

void Stage::on_process_gone(ProcessCallback callback, void* context) {
  gone_listeners_.push_back({callback, context});
}

void Stage::on_heal(Callback callback, void* context) {
  heal_listeners_.push_back({callback, context});
}

void Stage::on_start(Callback callback, void* context) {
  start_listeners_.push_back({callback, context});
}

void Stage::heal(void* argument) {
  auto& stage = *static_cast<Stage*>(argument);
  Event event;
  event.kind = Event::Kind::healed;
  stage.record(event);
  for (const auto& listener : stage.heal_listeners_) listener.function(listener.context);
}

void Stage::check(void* stage) { static_cast<Stage*>(stage)->properties_.check(); }

}  // namespace tidemark::sim
