// SPDX-License-Identifier: MIT
#include "tidemark/sim/world/world.hpp"

#include <string>

#include "tidemark/sim/property/misuse.hpp"
#include "tidemark/sim/world/parameters.hpp"
#include "tidemark/sim/world/stage.hpp"

namespace tidemark::sim {

std::uint64_t World::pick(std::string_view name, std::uint64_t low, std::uint64_t high) {
  const kernel::HostMode host;
  if (high < low) misuse("pick '" + std::string(name) + "' has no value to choose from");
  const std::uint64_t value = low + kernel::choose(choice::Kind::parameter, high - low + 1);
  remember_parameter(name, value);
  return value;
}

bool World::coin(std::string_view name) { return pick(name, 0, 1) != 0; }

void World::process(std::string_view name, std::function<void()> entry) {
  const kernel::HostMode host;
  if (has_run_) misuse("a process is declared after run()");
  stage_->add_process(name, std::move(entry));
}

void World::faults(std::initializer_list<fault::Fault> faults) {
  const kernel::HostMode host;
  for (const fault::Fault& fault : faults) stage_->add_fault(fault);
}

void World::always(std::string_view name, std::function<Verdict()> predicate) {
  const kernel::HostMode host;
  stage_->properties().always(name, std::move(predicate));
}

void World::eventually(std::string_view name, std::function<Verdict()> predicate) {
  const kernel::HostMode host;
  stage_->properties().eventually(name, std::move(predicate));
}

void World::at_end(std::string_view name, std::function<Verdict()> predicate) {
  const kernel::HostMode host;
  stage_->properties().at_end(name, std::move(predicate));
}

void World::sometimes(std::string_view goal, std::function<bool()> condition) {
  const kernel::HostMode host;
  stage_->properties().sometimes(goal, std::move(condition));
}

void World::reachable(std::string_view goal) {
  const kernel::HostMode host;
  stage_->properties().reach(goal);
}

const models::History& World::history() const { return stage_->history(); }

std::uint32_t World::crashes() const { return stage_->crashes(); }

void World::run() {
  const kernel::HostMode host;
  if (has_run_) misuse("run() is called twice");
  has_run_ = true;
  const std::string disagreement = stage_->properties().disagreement();
  if (!disagreement.empty()) misuse(disagreement);
  stage_->start();
  kernel::await(
      stage_->object(), "world: run",
      [](void* stage) { return static_cast<Stage*>(stage)->all_ended(); }, stage_);
  stage_->properties().check();
  stage_->properties().check_end();
}

void World::order_access() {
  kernel::step(stage_->object(), "world: atomically");
  kernel::touch();  // looked at after the step that begins here
}

}  // namespace tidemark::sim
