// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/checkpoint_store.hpp"

#include <algorithm>
#include <vector>

#include "tidemark/models/history.hpp"
#include "tidemark/sim/fake/row_source.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/world/stage.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::fake {
namespace {

using models::Event;
namespace kernel = sim::kernel;

/// How one write goes.
struct Plan {
  bool effect = true;
  bool slow = false;  ///< the client waits in vain
  StoreOutcome answer = StoreOutcome::stored;
  const char* note = nullptr;
};

/// The ways a write may end.
enum class Trouble : std::uint8_t {
  none,
  failed_before,
  failed_after,
  timed_out_without_effect,
  timed_out_with_effect,
  connection_lost_without_effect,
  connection_lost_with_effect,
  count,
};

Plan plan_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::failed_before:
      return {false, false, StoreOutcome::failed, "the store refuses the write"};
    case Trouble::failed_after:
      return {true, false, StoreOutcome::unknown, "the reply is lost after the write took effect"};
    case Trouble::timed_out_without_effect:
      return {false, true, StoreOutcome::unknown, "the write times out and has no effect"};
    case Trouble::timed_out_with_effect:
      return {true, true, StoreOutcome::unknown, "the write times out and takes effect"};
    case Trouble::connection_lost_without_effect:
      return {false, false, StoreOutcome::unknown, "the connection is lost before the effect"};
    case Trouble::connection_lost_with_effect:
      return {true, false, StoreOutcome::unknown, "the connection is lost after the effect"};
    case Trouble::none:
    case Trouble::count: break;
  }
  return {};
}

Event::Reply reply_of(StoreOutcome outcome) {
  switch (outcome) {
    case StoreOutcome::stored: return Event::Reply::ok;
    case StoreOutcome::failed: return Event::Reply::failed;
    case StoreOutcome::unknown: break;
  }
  return Event::Reply::unknown;
}

}  // namespace

struct CheckpointStore::State {
  struct Write {
    std::uint64_t operation;
    kernel::ProcessId process;
    Position position;
    bool decided = false;  ///< took effect or never will; the reply is still under way
  };

  sim::Stage& stage;
  CheckpointStoreOptions options;
  kernel::ObjectId object;
  std::optional<Position> durable = {};
  std::vector<Write> in_flight = {};                 // requested, not answered
  std::vector<kernel::ProcessId> disconnected = {};  // their next call finds a closed connection
  std::uint64_t operations = 0;
  std::uint32_t faults_left = 0;
  std::uint32_t unknown_outcomes = 0;
  std::uint32_t failures = 0;
  std::uint32_t in_flight_max = 0;

  void record(Event::Kind kind, const Write& write, Event::Reply reply = {});
  Plan draw(kernel::ProcessId process);
  void decide(Write& write, bool effect);
  Write& in_flight_write(std::uint64_t operation);
  void reply(const Write& write, StoreOutcome answer);
  void process_gone(kernel::ProcessId process);
};

void CheckpointStore::State::record(Event::Kind kind, const Write& write, Event::Reply reply) {
  Event event;
  event.kind = kind;
  event.owner = write.process;
  event.operation = write.operation;
  event.position = write.position;
  event.reply = reply;
  stage.record(event);
}

Plan CheckpointStore::State::draw(kernel::ProcessId process) {
  const auto closed = std::find(disconnected.begin(), disconnected.end(), process);
  if (closed != disconnected.end()) {
    disconnected.erase(closed);
    return {false, false, StoreOutcome::failed, "the write finds a closed connection"};
  }
  if (faults_left == 0) return {};
  const auto trouble = static_cast<Trouble>(
      kernel::choose(sim::choice::Kind::outcome, static_cast<std::uint64_t>(Trouble::count)));
  if (trouble == Trouble::none) return {};
  --faults_left;
  if (trouble == Trouble::connection_lost_with_effect ||
      trouble == Trouble::connection_lost_without_effect) {
    disconnected.push_back(process);
  }
  return plan_of(trouble);
}

CheckpointStore::State::Write& CheckpointStore::State::in_flight_write(std::uint64_t operation) {
  return *std::find_if(in_flight.begin(), in_flight.end(),
                       [&](const Write& w) { return w.operation == operation; });
}

void CheckpointStore::State::decide(Write& write, bool effect) {
  write.decided = true;
  if (effect) durable = write.position;
  record(effect ? Event::Kind::stored : Event::Kind::store_dropped, write);
}

void CheckpointStore::State::reply(const Write& write, StoreOutcome answer) {
  if (answer == StoreOutcome::unknown) ++unknown_outcomes;
  if (answer == StoreOutcome::failed) ++failures;
  record(Event::Kind::store_replied, write, reply_of(answer));
  std::erase_if(in_flight, [&](const Write& w) { return w.operation == write.operation; });
}

void CheckpointStore::State::process_gone(kernel::ProcessId process) {
  // What was sent cannot be called back: it took effect, or it did not.
  for (Write& write : in_flight) {
    if (write.process != process || write.decided) continue;
    decide(write, kernel::choose(sim::choice::Kind::parameter, 2) != 0);
  }
  std::erase_if(in_flight, [&](const Write& w) { return w.process == process; });
  std::erase(disconnected, process);
}

CheckpointStore::CheckpointStore(sim::World& world, const CheckpointStoreOptions& options)
    : state_(nullptr) {
  const kernel::HostMode host;
  state_ = new State{world.stage(), options, kernel::create_object("store")};
  world.stage().on_process_gone(
      [](void* state, kernel::ProcessId process, sim::Stage::End) {
        static_cast<State*>(state)->process_gone(process);
      },
      state_);
}

CheckpointStore::~CheckpointStore() = default;

LoadResult CheckpointStore::load() {
  const kernel::HostMode host;
  kernel::step(state_->object, "store: load");
  std::erase(state_->disconnected, kernel::current_process());  // a start connects afresh
  return {state_->durable, std::nullopt};
}

StoreOutcome CheckpointStore::store(const Position& position) {
  const kernel::HostMode host;
  State& state = *state_;
  kernel::step(state.object, "store: request");
  const State::Write write{++state.operations, kernel::current_process(), position};
  state.in_flight.push_back(write);
  state.in_flight_max =
      std::max(state.in_flight_max, static_cast<std::uint32_t>(state.in_flight.size()));
  state.record(Event::Kind::store_requested, write);

  kernel::step(state.object, "store: effect");
  const Plan plan = state.draw(write.process);
  if (plan.note != nullptr) kernel::note(kernel::NoteKind::fault, plan.note);
  state.decide(state.in_flight_write(write.operation), plan.effect);

  if (plan.slow) {
    const std::int64_t deadline_ns = kernel::now_ns() + state.options.timeout.count();
    kernel::await(
        state.object, "store: timeout", [](void*) { return false; }, nullptr, deadline_ns);
  } else {
    kernel::step(state.object, "store: reply");
  }
  state.reply(write, plan.answer);
  if (plan.answer == StoreOutcome::stored && state.options.confirms != nullptr) {
    state.options.confirms->confirm(position);
  }
  return plan.answer;
}

void CheckpointStore::allow_faults(std::uint32_t count) {
  const kernel::HostMode host;
  state_->faults_left = count;
  if (count == 0) state_->disconnected.clear();
}

std::uint32_t CheckpointStore::unknown_outcomes() const { return state_->unknown_outcomes; }

std::uint32_t CheckpointStore::failures() const { return state_->failures; }

std::uint32_t CheckpointStore::concurrent_writes_max() const { return state_->in_flight_max; }

}  // namespace tidemark::fake
