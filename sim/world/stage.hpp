// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tidemark/models/history.hpp"
#include "tidemark/sim/fault/fault.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/property/properties.hpp"

namespace tidemark::sim {

/// The back of the world: what fakes and faults see of it, where scenario authors see `World`.
///
/// Lives in world memory and is never destroyed: the memory is dropped as a whole. Everything here
/// is called in host mode inside an execution.
class Stage {
 public:
  enum class End { crashed, exited };
  using ProcessCallback = void (*)(void* context, kernel::ProcessId process, End end);
  using Callback = void (*)(void* context);

  Stage(const Scenario& scenario, std::uint64_t* goals_hit);

  Properties& properties() { return properties_; }
  const models::History& history() const { return history_; }

  /// Adds an event; fills in its generation and time. `event.owner` is the caller's duty.
  void record(models::Event event);

  /// Declares a process; it starts with `start` and restarts after each crash.
  void add_process(std::string_view name, std::function<void()> entry);
  /// Lists a fault; whether it is on is drawn by `start`.
  void add_fault(const fault::Fault& fault);
  /// Draws the faults, starts what the fakes registered, then every process.
  void start();
  bool started() const { return started_; }
  bool all_ended() const { return running_ == 0; }

  /// Kills a process where it stands and starts its entry again. Called by an event.
  void crash_and_restart(kernel::ProcessId process);

  /// The process of that name; ends the execution as misuse when there is none.
  kernel::ProcessId process_named(std::string_view name) const;
  bool is_running(kernel::ProcessId process) const;
  /// One-based run of a process; 0 for the root.
  std::uint32_t generation(kernel::ProcessId process) const;
  std::uint32_t crashes() const { return crashes_; }

  /// Called with a process that has crashed or exited, before a restart.
  void on_process_gone(ProcessCallback callback, void* context);
  /// Called when the faulty phase ends.
  void on_heal(Callback callback, void* context);
  /// Called when the world starts, on fiber 0.
  void on_start(Callback callback, void* context);

  /// What orders accesses to state that the scenario shares between threads.
  kernel::ObjectId object() const { return object_; }

 private:
  struct Process {
    Stage* stage = nullptr;
    std::string name;
    kernel::ProcessId id = 0;
    std::function<void()> entry;
    std::uint32_t generation = 0;
    bool running = false;
  };
  template <class Function>
  struct Listener {
    Function function;
    void* context;
  };

  const Process* find(kernel::ProcessId process) const;
  void draw_faults();
  void run_again(Process& process);
  void gone(Process& process, End end);
  static void run_entry(void* process);
  static void heal(void* stage);
  static void check(void* stage);

  Properties properties_;
  models::History history_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::vector<fault::Fault> faults_;
  std::vector<Listener<ProcessCallback>> gone_listeners_;
  std::vector<Listener<Callback>> heal_listeners_;
  std::vector<Listener<Callback>> start_listeners_;
  kernel::ObjectId object_;
  std::uint32_t running_ = 0;
  std::uint32_t crashes_ = 0;
  bool started_ = false;
};

}  // namespace tidemark::sim
