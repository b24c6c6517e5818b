// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace tidemark::sim {
class Stage;
}

namespace tidemark::fault {

/// One way to break the world, as a scenario lists it. A plain value: made by the functions of this
/// folder, one file each, which say what real event they model and why the system must survive it.
///
/// Whether a listed fault is on is drawn once per execution through the choice stream (swarm): a
/// run with one kind of fault reaches states that a run with all of them hides. Budgets are counts;
/// the end of the faulty phase turns every fault off.
struct Fault {
  std::string_view name;
  void (*install)(sim::Stage& stage, const Fault& fault) = nullptr;
  std::string_view process;    ///< the process it strikes, by name; empty where it strikes none
  void* subject = nullptr;     ///< the fake it strikes, or null
  std::uint32_t at_most = 0;   ///< how often it may strike
  std::int64_t amount_ns = 0;  ///< how hard, for faults of time
};

}  // namespace tidemark::fault
