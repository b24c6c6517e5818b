// SPDX-License-Identifier: MIT
#include "tidemark/sim/fault/store_outcomes.hpp"

#include "tidemark/sim/fake/checkpoint_store.hpp"
#include "tidemark/sim/world/stage.hpp"

namespace tidemark::fault {
namespace {

void heal(void* store) { static_cast<fake::CheckpointStore*>(store)->allow_faults(0); }

void install(sim::Stage& stage, const Fault& fault) {
  auto* store = static_cast<fake::CheckpointStore*>(fault.subject);
  store->allow_faults(fault.at_most);
  stage.on_heal(&heal, store);
}

}  // namespace

Fault store_outcomes(fake::CheckpointStore& store, const StoreOutcomesOptions& options) {
  Fault fault;
  fault.name = "store_outcomes";
  fault.install = &install;
  fault.subject = &store;
  fault.at_most = options.at_most;
  return fault;
}

}  // namespace tidemark::fault
