// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tidemark/sim/kernel/execution.hpp"

namespace tidemark::sim::report {

/// One line of source that a program counter stands for.
struct Frame {
  std::string function;  ///< as the compiler mangled it, or empty
  std::string file;      ///< relative to the source root where it lies below it
  int line = 0;          ///< one-based; zero where nothing is known
  bool system = false;   ///< of the standard library or another installed header
};

/// Turns program counters into source lines, inlined calls included.
///
/// Cost: about a tenth of a second for the first address, microseconds after; so it is made when
/// something has failed, never while exploring. Not thread-safe; never inside an execution.
class Symbolizer {
 public:
  Symbolizer();
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  /// Innermost first. `pc` is a return address: the call before it is what is looked up.
  const std::vector<Frame>& frames(kernel::ProgramCounter pc);

  /// The frame to show for a call stack (innermost first): the first outside installed headers and,
  /// where there is one, outside the simulator: a fake's step is shown where it was called.
  Frame display(std::span<const kernel::ProgramCounter> stack);
  Frame display(kernel::ProgramCounter pc) { return display(std::span(&pc, 1)); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "core/publish/publisher.cpp:88", or "?" where no line is known.
std::string format_source(const Frame& frame);

}  // namespace tidemark::sim::report
