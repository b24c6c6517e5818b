// SPDX-License-Identifier: MIT
#include "tidemark/sim/world/run.hpp"

#include "tidemark/sim/property/misuse.hpp"
#include "tidemark/sim/world/parameters.hpp"
#include "tidemark/sim/world/stage.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::sim {
namespace {

struct Launch {
  const Scenario* scenario;
  std::uint64_t* goals_hit;
};

/// Fiber 0: builds the world in its own memory and hands it to the scenario.
void body(void* argument) {
  const auto& launch = *static_cast<const Launch*>(argument);
  const kernel::HostMode host;
  auto* stage = new Stage(*launch.scenario, launch.goals_hit);
  auto* world = new World(*stage);
  {
    const kernel::GuestMode guest;
    launch.scenario->body(*world);
  }
  if (!stage->started()) misuse("the scenario never calls run()");
  kernel::finish();
}

}  // namespace

RunResult run_once(const Scenario& scenario, const RunSetup& setup) {
  RunResult result;
  clear_misuse();
  clear_parameters();
  Launch launch{&scenario, &result.goals_hit};
  kernel::Setup execution;
  execution.body = &body;
  execution.argument = &launch;
  execution.choices = setup.choices;
  execution.limits = setup.limits;
  execution.trace = setup.trace;
  execution.shake = setup.shake;
  execution.search = setup.search;
  result.outcome = kernel::execute(execution);
  result.misuse = misuse_of_last_run();
  return result;
}

}  // namespace tidemark::sim
